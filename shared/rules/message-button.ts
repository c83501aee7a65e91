/**
 * Where a message's button may lead: an own path from the root, http or https, without credentials; undefined for everything else
 * (`javascript:`, `data:`, `//host`, backslashes, control characters).
 */
export function messageButtonUrl(value: string | null | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (!value || value.length > 2048 || /[\\\s\u0000-\u001f\u007f]/.test(value)) return undefined
  if (value.startsWith('/')) return value.startsWith('//') ? undefined : value
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password } = new URL(value)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? value : undefined
}
