import { chromium } from "@playwright/test";
import { readFileSync, readdirSync } from "node:fs";
const base = ["--no-sandbox","--disable-gpu","--in-process-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync","--renderer-process-limit=1"];
function tree(root) {
  const kids = new Map(), info = new Map();
  for (const d of readdirSync("/proc")) { if (!/^\d+$/.test(d)) continue; try {
    const t = readFileSync(`/proc/${d}/stat`, "utf8"); const f = t.slice(t.lastIndexOf(")") + 2).split(" ");
    const cmd = readFileSync(`/proc/${d}/cmdline`, "utf8"); const type = /--type=([a-z-]+)/.exec(cmd)?.[1] ?? "browser"; const sub=/--utility-sub-type=([\w.]+)/.exec(cmd)?.[1] ?? "";
    kids.set(+f[1], [...(kids.get(+f[1]) ?? []), +d]); info.set(+d, [type+sub, (+f[11] + +f[12]) / 100, (+f[13] + +f[14])/100]);
  } catch {} }
  const out = {}; const todo = [...(kids.get(root) ?? [])];
  while (todo.length) { const p = todo.pop(); const i = info.get(p); if (i) { out[i[0]] = (out[i[0]] ?? 0) + i[1]; if (i[2]) out[i[0]+" dead kids"] = (out[i[0]+" dead kids"] ?? 0) + i[2]; } todo.push(...(kids.get(p) ?? [])); }
  return out;
}
const sets = JSON.parse(process.argv[2]); const rounds = Number(process.argv[3] ?? 1); const what = process.argv[4] ?? "/";
const N = 12; const sums = {};
for (let r = 0; r < rounds; r++) for (const [name, drop, extra] of sets) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: [...base.filter((b) => !drop.includes(b)), ...extra] });
  const c0 = process.cpuUsage();
  for (let i = 0; i < N; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", serviceWorkers: "block" });
    const page = await context.newPage();
    if (what === "blank") { await page.goto("about:blank"); }
    else { await page.goto("http://127.0.0.1:8101" + what);
    if (what === "/") { await page.getByRole("grid").waitFor(); await page.locator('[data-cell="4"]').click(); await page.getByText("Your turn").first().waitFor(); }
    else await page.getByRole("main").waitFor(); }
    await context.close();
  }
  const c = process.cpuUsage(c0);
  const t = tree(process.pid); const total = Object.values(t).reduce((a, b) => a + b, 0);
  (sums[name] ??= []).push(total / N);
  console.log(name, (total / N).toFixed(3), "node", ((c.user + c.system) / 1e6 / N).toFixed(3), JSON.stringify(t));
  await browser.close();
}
console.log(Object.entries(sums).map(([k, v]) => k + " min " + Math.min(...v).toFixed(3)).join("\n"));
