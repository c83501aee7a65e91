/** Loads the customer-service widget at the first call; from then on the widget is in charge. */
export function openChat(src: string): void {
  if (document.querySelector(`script[src="${src}"]`)) return
  const script = document.createElement('script')
  script.src = src
  script.async = true
  document.head.append(script)
}

/** Whether a path is one of the patterns; a trailing * stands for anything. */
export function isChatPage(patterns: readonly string[], pathname: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern,
  )
}
