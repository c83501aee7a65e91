const dangerous = /[<\u2028\u2029]/
const kept = new WeakMap<object, Buffer>()

function encode(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null'
  return dangerous.test(json)
    ? json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    : json
}

/** JSON that can stand in a script element: nothing in it can close the element or open a comment. */
export function scriptJson(value: unknown): string {
  return encode(value)
}

/** The same in UTF-8, remembered for the object: answers that several pages share are written once. The object must not change. */
export function sharedScriptJson(value: unknown): string | Buffer {
  if (typeof value !== 'object' || value === null) return encode(value)
  let bytes = kept.get(value)
  if (bytes === undefined) {
    bytes = Buffer.from(encode(value))
    kept.set(value, bytes)
  }
  return bytes
}
