/** What the levels are called. */

import { t } from "../site/t";
import type { Opposition } from "./levels";

const NAMES: Readonly<Record<Opposition, string>> = {
  easy: t("easy"),
  beginner: t("beginner"),
  casual: t("casual"),
  medium: t("medium"),
  steady: t("steady"),
  sharp: t("sharp"),
  expert: t("expert"),
  hard: t("hard"),
  adaptive: t("adaptive"),
};

/** A level as a sentence names it, and by itself. */
export const levelName = (level: Opposition): string => NAMES[level];
export const levelTitle = (level: Opposition): string =>
  levelName(level).charAt(0).toUpperCase() + levelName(level).slice(1);
