/** What gets the focus when the part of the room that had it is gone: the tab beside the picture that is open. */
export function findOpenTab(): HTMLElement | null {
  return document.querySelector<HTMLElement>('aside [role="tab"][aria-selected="true"]')
}
