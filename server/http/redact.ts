// a value without an end is a secret to the line's end: so nothing is looked at twice
const secretField =
  /"((?:set-)?cookie|authorization|token|access_?token|refresh_?token|preview_?token|password|passwd|pwd|secret|sms_?code|captcha|session(?:_?id)?|clientSecret)":(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\d+)/gi
/** A learner's calendar opens to whoever has its address. */
const calendarInText = /(\/calendar\/)[\w.~%+-]{8,}/gi
const sessionInText = /((?:__Host-)?session=)[^;\s"'\\]+/g
const phoneNumber = /:(1[3-9]\d)\d{4}(\d{4})(?=[,}\]])/g
const phoneInText = /(?<![\d.])((?:\+?86)?1[3-9]\d)\d{4}(\d{4})(?!\d)/g
/** A number with its country, wherever it is from. */
const foreignPhone = /(?<![\w.])(\+\d{2,3})\d{4,10}(\d{2})(?!\d)/g
const phoneField = /"(phone(?:Num(?:ber)?)?|mobile)":("?)(\+?\d{7,15})"?/gi

/** One parameter of an address. A value ends at a further mark: an address may stand in it, bare. */
const parameter = /([?&])([\w.%-]{1,60})=([^&?\s"'#\\]*)/g
const secretNames: ReadonlySet<string> = new Set([
  'token',
  'access_token',
  'accesstoken',
  'refresh_token',
  'refreshtoken',
  'previewtoken',
  'preview_token',
  'code',
  'state',
  'sign',
  'signature',
  'password',
  'passwd',
  'pwd',
  'secret',
  'session',
  'ticket',
  'smscode',
  'captchacode',
  'captchatoken',
])
const phoneNames: ReadonlySet<string> = new Set(['phone', 'phonenum', 'phonenumber', 'mobile'])

/** Masked in the text with four digits left, which people of the school know each other by. */
const mainland = /^(?:\+?86)?1[3-9]\d{9}$/

const redacted = '[redacted]'
/** Addresses may be written in an address, and those in another. */
const deepest = 3
/** So far before a parameter its path is looked for. */
const longestPath = 240
/** No address goes beyond one of these. */
const addressEnds: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '"', "'", '\\'])

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function maskPhone(text: string): string {
  return text.length < 7 ? '****' : `${text.slice(0, 3)}****${text.slice(-2)}`
}

/** The `id` of a post's signed address opens it to whoever has it. */
function isSignedId(name: string, text: string, at: number): boolean {
  if (name !== 'id') return false
  let begin = at
  while (begin > 0 && at - begin < longestPath && !addressEnds.has(text.charAt(begin - 1))) begin -= 1
  return /\/encrypt(?:\?|$)/i.test(decoded(text.slice(begin, at)))
}

function redactParameters(text: string, depth: number): string {
  return text.replace(parameter, (all, mark: string, written: string, value: string, at: number) => {
    // What a service reads is the decoded name, and so it is looked at here.
    const name = decoded(decoded(written)).toLowerCase()
    if (secretNames.has(name) || isSignedId(name, text, at)) return `${mark}${written}=${redacted}`
    if (phoneNames.has(name) && /\d/.test(decoded(value))) return `${mark}${written}=${maskPhone(decoded(value))}`
    if (depth >= deepest || !value.includes('%')) return all
    const plain = decoded(value)
    const clean = redactText(plain, depth + 1)
    return clean === plain ? all : `${mark}${written}=${encodeURI(clean)}`
  })
}

function redactText(text: string, depth: number): string {
  return redactParameters(text, depth)
    .replace(sessionInText, '$1[redacted]')
    .replace(calendarInText, '$1[redacted]')
    .replace(phoneInText, '$1****$2')
    .replace(foreignPhone, '$1****$2')
}

/** Takes phones, tokens, cookies and passwords out of one finished line, wherever in it they stand and however they are escaped. */
export function redactLine(line: string): string {
  const fields = line.replace(secretField, '"$1":"[redacted]"').replace(phoneNumber, ':"$1****$2"')
  const phones = fields.replace(phoneField, (all, name: string, _quote, digits: string) =>
    mainland.test(digits) ? all : `"${name}":"${maskPhone(digits)}"`,
  )
  return redactText(phones, 0)
}
