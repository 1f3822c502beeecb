/**
 * The state of the theatre: a position, one or two searches of it in step, and their moment.
 * Components read its fields and call its verbs.
 */

import { NoAnswer } from "../api/client";
import { findRules } from "../game/games";
import { CLASSIC, emptyBoard, play, type Rules } from "../game/rules";
import { hasMemory, type SearchName, type Source } from "./events";
import { hash } from "../site/address";
import { t } from "../site/t";
import { SOURCES } from "./code";
import { BadLink, readWanted, writeLink, type Wanted } from "./link";
import { scene } from "./items";
import type { Branch, Recording } from "./replay";
import { recordHere } from "./engines";
import { LOCAL_CELLS, record } from "./source";
import { happened } from "./happened";

/** What something on the page points at. */
export interface Spot {
  readonly stage: number;
  /** The call to show; null shows the one that a cut branch belongs to. */
  readonly node: number | null;
  /** The branch to light up; null is the start of the search. */
  readonly branch: Branch | null;
}

export interface Stage {
  readonly recording: Recording;
  readonly source: Source;
}

/** Events per second. */
export const SPEEDS = [1, 4, 20, 200, 2000] as const;

/** Seconds in which a search plays to its end, unless the reader sets the speed. */
const LONGEST = 60;

/** The first settings of a visit: a tree that is drawn whole, the one of the chapters. */
const FIRST: Wanted = {
  board: [6, 2, 7, 4, 5, 8].reduce(play, emptyBoard(CLASSIC)),
  engine: "minimax",
  depth: null,
  depthAware: false,
  second: null,
  merged: false,
};

export class Theatre {
  rules = $state.raw<Rules>(CLASSIC);
  wanted = $state.raw<Wanted>(FIRST);
  stages = $state.raw<readonly Stage[]>([]);
  /** The moment of the longer search; the other one follows. */
  clock = $state(0);
  playing = $state(false);
  /** The speed that the reader has set. */
  set = $state<number | null>(null);
  /** Whether the settings and steps that a beginner does not need are shown. */
  more = $state(false);
  /** The clicked item, until the search moves on. */
  picked = $state.raw<Spot | null>(null);
  /** The item under the pointer or with the focus. */
  hovered = $state.raw<Spot | null>(null);
  /** The pointed-at line of code. */
  line = $state.raw<{ stage: number; index: number } | null>(null);
  /** For each stage the nodes whose branches are folded away. */
  folded = $state.raw<readonly ReadonlySet<number>[]>([]);
  /** Why there is nothing to see. */
  refused = $state<string | null>(null);
  /** The number of events from the server; null without a request. */
  waiting = $state<number | null>(null);
  /** For the live region. */
  said = $state.raw({ text: "", count: 0 });

  #asking: AbortController | null = null;

  // -- what is --------------------------------------------------------------------------------------

  /** The search that enters more positions sets the pace. */
  lead = $derived.by(() => {
    const [first, second] = this.stages;
    return second && second.recording.visits.length > first!.recording.visits.length ? 1 : 0;
  });
  length = $derived(this.stages[this.lead]?.recording.length ?? 0);
  speed = $derived(
    this.set ?? SPEEDS.find((speed) => speed > 1 && this.length / speed <= LONGEST) ?? 2000,
  );
  /** What each stage's picture shows. */
  scenes = $derived(
    this.stages.map(({ recording }, stage) =>
      scene(recording, { folded: this.folded[stage]!, merged: this.wanted.merged }),
    ),
  );
  pointed = $derived(this.hovered ?? this.picked);
  stopped = $derived(
    this.stages.map(({ recording }) => recording.events.at(-1)).find((e) => e?.event === "stopped"),
  );

  /** The moment of each search: as many positions entered as in the longer one. */
  moment(stage: number): number {
    const lead = this.stages[this.lead]!.recording;
    if (stage === this.lead) return this.clock;
    const { recording } = this.stages[stage]!;
    if (this.clock >= lead.length) return recording.length;
    return recording.atEntry(lead.entered(this.clock));
  }

  /** The node that a stage's panes show: the one pointed at, else the running one. */
  shown(stage: number): number {
    const { recording } = this.stages[stage]!;
    const spot = this.pointed?.stage === stage ? this.pointed : null;
    return spot?.node ?? spot?.branch?.parent ?? recording.running(this.moment(stage)) ?? 0;
  }

  // -- what is searched -----------------------------------------------------------------------------

  /** Without another address, the prerendered first search is there at once. */
  constructor() {
    if (hash()) return;
    const recording = recordHere({ rules: CLASSIC, ...FIRST });
    this.#show([{ recording, source: SOURCES[FIRST.engine] }]);
  }

  /** Open the search in the address, or the first one. */
  async open(): Promise<void> {
    const asked = hash();
    if (!asked && this.stages.length > 0 && this.wanted === FIRST) {
      history.replaceState(null, "", writeLink(this.rules, FIRST));
      return;
    }
    try {
      const name = new URLSearchParams(asked.slice(1)).get("rules") ?? CLASSIC.rules;
      const rules = findRules(name);
      const start = rules === CLASSIC ? FIRST : { ...FIRST, board: emptyBoard(rules) };
      const depth = rules.cells > LOCAL_CELLS ? 2 : null;
      await this.watch(rules, await readWanted(rules, asked, { ...start, depth }));
    } catch (error) {
      this.#clear();
      if (!(error instanceof BadLink || error instanceof NoAnswer)) throw error;
      this.refused = error.message;
    }
  }

  /** Run the search; nothing moves until the reader starts it. */
  async watch(rules: Rules, wanted: Wanted): Promise<void> {
    this.#clear();
    const plain = hasMemory(wanted.engine) && !wanted.depthAware;
    this.rules = rules;
    this.wanted = plain ? { ...wanted, depthAware: true } : wanted;
    const asking = (this.#asking = new AbortController());
    const refusals = await import("./refusal").catch(() => null);
    if (asking.signal.aborted) return;
    this.refused = refusals
      ? refusals.refusal(rules, wanted.board)
      : t("This part of the page could not be loaded. Are you online?");
    if (this.refused) return;
    history.replaceState(null, "", writeLink(rules, this.wanted));
    const { engine, second } = this.wanted;
    try {
      const names = second === null || second === engine ? [engine] : [engine, second];
      const stages = [];
      for (const each of names) stages.push(await this.#stage(each, asking.signal));
      if (asking.signal.aborted) return;
      this.#show(stages);
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof NoAnswer)) throw error;
      this.refused = error.message;
    } finally {
      if (this.#asking === asking) this.waiting = null;
    }
  }

  async #stage(engine: SearchName, signal: AbortSignal): Promise<Stage> {
    const { rules, wanted } = this;
    const { board, depth } = wanted;
    const depthAware = wanted.depthAware || hasMemory(engine);
    if (rules.cells > LOCAL_CELLS) this.waiting = 0;
    const heard = (events: number) => (this.waiting = events);
    const recording = await record({ rules, board, engine, depth, depthAware }, heard, signal);
    return { recording, source: recording.head.source ?? SOURCES[engine] };
  }

  #show(stages: readonly Stage[]) {
    this.more ||= this.wanted.second !== null || this.wanted.depth !== null;
    this.folded = stages.map(() => new Set<number>());
    this.stages = stages;
  }

  #clear() {
    this.#asking?.abort();
    this.playing = false;
    this.stages = [];
    this.folded = [];
    this.clock = 0;
    this.picked = this.hovered = this.line = null;
    this.refused = this.waiting = null;
  }

  // -- going through it -----------------------------------------------------------------------------

  go(clock: number): void {
    this.clock = Math.max(0, Math.min(this.length, Math.round(clock)));
    this.picked = this.hovered = null;
    if (this.clock === this.length) this.playing = false;
    if (!this.playing) this.#tell();
  }

  step(by: number): void {
    this.playing = false;
    this.go(this.clock + by);
  }

  /** Go to the moment after the next such event of either search. */
  next(kind: "prune" | "value"): void {
    this.playing = false;
    const at = this.stages.map(({ recording }, stage) => {
      const moment = recording.next(this.moment(stage), kind);
      return stage === this.lead ? moment : this.#leadAt(stage, moment);
    });
    this.go(Math.min(...at.filter((moment) => moment > this.clock), this.length));
  }

  /** The longer search's moment at which the other one has come so far. */
  #leadAt(stage: number, moment: number): number {
    const { recording } = this.stages[stage]!;
    if (moment >= recording.length) return this.length;
    const lead = this.stages[this.lead]!.recording;
    return lead.atEntry(recording.entered(moment) - 1) + 1;
  }

  /** Run until the running call returns. */
  out(): void {
    this.playing = false;
    this.go(this.stages[this.lead]!.recording.out(this.clock));
  }

  play(): void {
    if (!this.length) return;
    if (this.clock >= this.length) this.clock = 0;
    this.playing = !this.playing;
    if (!this.playing) this.#tell();
  }

  pick(spot: Spot | null): void {
    this.playing = false;
    this.picked = spot;
  }

  /** Fold a node's branches away, or unfold them. */
  fold(stage: number, node: number): void {
    const next = new Set(this.folded[stage]);
    if (!next.delete(node)) next.add(node);
    this.folded = this.folded.with(stage, next);
  }

  unfold(stage: number): void {
    this.folded = this.folded.with(stage, new Set());
  }

  /** Draw rotations and mirror images of a reply once, or each. */
  merge(merged: boolean): void {
    this.wanted = { ...this.wanted, merged };
    history.replaceState(null, "", writeLink(this.rules, this.wanted));
  }

  /** The same position, by the search that needs the fewest calls. */
  searchShorter(): void {
    const shorter = { depthAware: true, engine: "symmetric", second: null, merged: true } as const;
    void this.watch(this.rules, { ...this.wanted, ...shorter });
  }

  say(text: string): void {
    this.said = { text, count: this.said.count + 1 };
  }

  #tell() {
    this.say(
      this.stages
        .map(({ recording }, stage) => happened(recording, this.moment(stage)))
        .join(" — "),
    );
  }
}
