/**
 * What appears of a text: no control characters but line ends, none that turn the writing direction of what stands behind it; '' when nothing
 * of it can be seen.
 */
export function visibleText(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  return /[^\s\p{Cf}]/u.test(clean) ? clean : ''
}
