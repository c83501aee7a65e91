const charactersPerMinute = 400

/** Minutes that reading takes: 400 characters each, at least one. */
export function readingMinutes(html: string): number {
  const length = html
    .replace(/<[^<>]*>/g, '')
    .replace(/&\w+;/g, ' ')
    .replace(/\s/g, '').length
  return Math.max(1, Math.round(length / charactersPerMinute))
}
