/** What the check says in the page's own words; what is found comes from the judge. */

import { decimal } from "../site/decimal";
import { t } from "../site/t";
import { ADVICE, QUESTIONS } from "./result";
import type { CheckedProgram, Finding, Stage } from "./report";
import type { At } from "./task";

type Sign = "passed" | "failed" | "advice" | "skipped" | "open";

export interface Line {
  readonly name: string;
  readonly question: string;
  readonly sign: Sign;
  readonly said: string;
}

export const SIGNS: Readonly<Record<Sign, string>> = {
  passed: t("yes"),
  failed: t("no"),
  advice: t("not always"),
  skipped: t("not checked"),
  open: t("not yet"),
};

function signOf({ name, passed }: Stage): Sign {
  if (passed === null) return "skipped";
  if (passed) return "passed";
  return ADVICE.includes(name) ? "advice" : "failed";
}

/** All stages of a check: those that are done, and those that may still come. */
export function lines(
  stages: readonly Stage[],
  sides: string,
  at: At | null,
  checked: CheckedProgram | null,
): Line[] {
  const failed = checked && "report" in checked && checked.report.finding?.kind === "not loaded";
  const known = new Map(stages.map((stage) => [stage.name, stage]));
  if (checked || (at && at[0] !== "loads"))
    known.set("loads", { name: "loads", passed: !failed, said: "" });
  return Object.entries(QUESTIONS)
    .filter(([name]) => !name.startsWith("as ") || sides.includes(name.slice(3)))
    .map(([name, question]) => {
      const stage = known.get(name);
      const sign = stage ? signOf(stage) : checked ? "skipped" : "open";
      // What has failed is told at length elsewhere.
      const told = stage && (sign !== "failed" || name.startsWith("as "));
      return { name, question, sign, said: told ? stage.said : "" };
    });
}

/** A report as text, to be shown to others: without the program. */
export function reportText(checked: CheckedProgram, shown: readonly Line[]): string {
  if (!("report" in checked)) return checked.uncheckable;
  const { report, verdict, behaviour } = checked;
  const found = [report.finding, report.advice].flatMap((each) => (each ? findingText(each) : []));
  return [
    report.interface,
    ...shown.map(
      ({ question, sign, said }) => `${question}: ${SIGNS[sign]}${said && ` (${said})`}`,
    ),
    ...found,
    ...verdict,
    behaviour,
  ]
    .filter(Boolean)
    .join("\n");
}

const findingText = ({ text, played, better }: Finding): string[] => [
  text,
  ...[played, better].flatMap((each) => (each ? [`${each.move}: ${each.reason}`] : [])),
];

export const megabytes = (bytes: number): string => `${decimal(bytes / 1_000_000, 1)} MB`;
