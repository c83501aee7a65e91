/** Our own paths and https only: what hangs in a room is opened by everybody in it. */
export function isOpenAddress(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (value.length > 2048 || /[\\\s\u0000-\u001f\u007f]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  if (!value.startsWith('https://') || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
