/** The board of noughts.bridges.jupyter: draws `state`, and tells Python what is clicked. */

const SIGNS = { win: "▲", draw: "=", loss: "▼" };
const BOUNDS = { upper: ["≤", "at most"], lower: ["≥", "at least"] };

/** A move's value in few signs and in words. */
function worth({ value, plies, estimate, bound }) {
  if (value === null) {
    if (estimate === null) return ["", ""];
    const [sign, words] = BOUNDS[bound] ?? ["~", "about"];
    return [`${sign}${estimate}`, `${words} ${estimate}, not proved`];
  }
  const length = plies === null ? "" : ` in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  return [`${SIGNS[value]}${plies ?? ""}`, `${value}${length}, proved`];
}

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function cellButton(state, cell) {
  const stone = state.stones[cell];
  const value = state.values[cell];
  const button = element("button", "noughts-cell", stone);
  button.type = "button";
  button.dataset.cell = cell;
  const words = [state.names[cell], stone || "empty"];
  if (stone) button.dataset.stone = stone;
  if (state.line.includes(cell)) button.classList.add("noughts-line");
  if (state.last === cell) button.classList.add("noughts-last");
  if (value && !stone) {
    const [sign, said] = worth(value);
    button.textContent = sign;
    button.title = `${state.names[cell]}: ${value.reason}`;
    button.dataset.value = value.value ?? "guess";
    button.classList.toggle("noughts-best", value.best);
    words.push(said);
  }
  button.setAttribute("aria-label", words.filter(Boolean).join(", "));
  button.setAttribute("aria-disabled", String(!state.legal.includes(cell)));
  return button;
}

/** Where an arrow leads from a cell; the cell itself at the edge. */
function neighbour([columns, rows, layers = 1], cell, key) {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] ?? [0, 0];
  const inside =
    column + right >= 0 && column + right < columns && row + down >= 0 && row + down < rows * layers;
  return inside ? cell + right + down * columns : cell;
}

function render({ model, el }) {
  let at = 0;
  const root = element("div", "noughts");
  const boards = element("div", "noughts-boards");
  const told = element("p", "noughts-told");
  told.setAttribute("role", "status");
  const undo = element("button", "noughts-do", "Undo");
  const analyse = element("button", "noughts-do", "Analyse");
  undo.addEventListener("click", () => model.send({ do: "undo" }));
  analyse.addEventListener("click", () => model.send({ do: "analyse" }));
  root.append(boards, told, undo, " ", analyse);
  el.append(root);

  function draw() {
    const state = model.get("state");
    const [columns, rows, layers = 1] = state.shape;
    const focused = boards.contains(document.activeElement);
    const grids = Array.from({ length: layers }, (_, layer) => {
      const grid = element("div", "noughts-grid");
      grid.setAttribute("role", "group");
      grid.setAttribute("aria-label", layers > 1 ? `${state.rules}, layer ${layer + 1}` : state.rules);
      grid.style.setProperty("--columns", columns);
      for (let i = 0; i < columns * rows; i++) {
        grid.append(cellButton(state, layer * columns * rows + i));
      }
      return grid;
    });
    boards.replaceChildren(...grids);
    told.textContent = state.told;
    undo.disabled = !state.undo;
    analyse.disabled = state.legal.length === 0;
    at = Math.min(at, state.stones.length - 1);
    mark(focused);
  }

  /** One cell at a time is in the order of Tab: the arrows lead to the others. */
  function mark(focus) {
    for (const button of boards.querySelectorAll("button")) {
      button.tabIndex = Number(button.dataset.cell) === at ? 0 : -1;
      if (focus && button.tabIndex === 0) button.focus();
    }
  }

  boards.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    at = Number(button.dataset.cell);
    mark(true);
    if (model.get("state").legal.includes(at)) model.send({ do: "play", cell: at });
  });
  boards.addEventListener("keydown", (event) => {
    const next = neighbour(model.get("state").shape, at, event.key);
    if (next === at) return;
    event.preventDefault();
    event.stopPropagation();
    at = next;
    mark(true);
  });
  model.on("change:state", draw);
  draw();
  return () => model.off("change:state", draw);
}

export default { render };
