/** Keep the focus in a part whose pressed button gives way to others. */
export function keepsFocus(part: HTMLElement): () => void {
  part.tabIndex = -1;
  // Svelte hears of the click above this part, and changes it then.
  const keep = () =>
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      (part.querySelector<HTMLElement>("button") ?? part).focus();
    });
  part.addEventListener("click", keep);
  return () => part.removeEventListener("click", keep);
}
