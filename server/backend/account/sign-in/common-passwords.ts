import { composedPasswords } from './composed-passwords.ts'

/** The first that anybody would try, as far as 6 to 12 characters allow them; lower case. */
const written = `
  123456 1234567 12345678 123456789 1234567890 12345678910 123456789012 0123456 01234567 012345678 0123456789
  654321 7654321 87654321 987654321 0987654321 9876543210 123123 123123123 123321 1234321 12344321 112233 11223344 1122334455
  121212 12121212 123654 147258 147258369 159357 159753 258369 741852 789456 789456123 456789 456123 321321 321654 101010 102030
  111111 1111111 11111111 111111111 1111111111 222222 22222222 333333 33333333 444444 44444444 555555 55555555 666666 66666666
  777777 77777777 888888 88888888 999999 99999999 000000 00000000 0000000000 000111 111222 111000 112112 110110 119119
  520520 521521 5201314 52013140 1314520 13145200 5211314 520131400 131452 1314521 201314 168168 168888 886886 887887 666888
  888666 888168 518518 518888 987987 666999 789789 123789 147147 369369
  a123456 a1234567 a12345678 a123456789 aa123456 aa123456789 aaa123456 abc123 abc123456 abc12345 abc1234 abcd1234 abcd123456
  abcdef abcdefg abcdefgh abc123abc abcabc abcabc123 1234abcd 123456abc 123456a 1234567a 12345678a 123456789a 123456aa 123456qq
  123abc 123abcd 123qwe 123qweasd 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qaz123 qazwsx qazwsxedc qwe123 qwe123456
  qwer1234 qwer123456 qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop qweasd qweasdzxc qweqwe asd123 asd123456 asdasd
  asdfgh asdfghjkl asdf1234 asdf123456 zxc123 zxc123456 zxcvbn zxcvbnm zxcvbnm123 zxczxc q123456 q1234567 q123456789 w123456
  w123456789 z123456 z123456789 x123456 s123456 l123456 l123456789 y123456 wang123456 li123456 zhang123456
  aaaaaa aaaaaaaa aaa111 a111111 a11111111 a000000 a520520 a5201314 a1b2c3 a1b2c3d4 q1w2e3 q1w2e3r4 aa1234 aabbcc 11aabb
  woaini woaini520 woaini521 woaini1314 woaini123 woaini123456 iloveyou iloveyou1 ilovey0u 5201314a love520 love1314 wo123456
  password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 pass123456 mima123 mima123456 wodemima
  admin123 admin888 admin1234 admin123456 root123 root123456 user123 test123 test1234 test123456 guest123 welcome welcome1
  welcome123 letmein letmein1 monkey dragon master shadow sunshine princess football baseball superman batman michael jordan23
  qq123456 qq123123 qq123456789 qq5201314 taobao123 alipay123 wechat weixin weixin123 xuexi123 xuexiao xuesheng xueyuan
  asdfasdf qweqwe123 caonima caonima123 nihao123 nihao123456 tiankong zhongguo china123 beijing shanghai ainiyiwannian
  `
  .trim()
  .split(/\s+/)

/** With what follows from a rule: some thousands. */
export const commonPasswords: ReadonlySet<string> = new Set([...written, ...composedPasswords()])

/** What an attacker knows of one account: its own number, the school's words. */
export interface KnownOfAccount {
  /** The account's phone, digits only. */
  readonly phone?: string | undefined
  /** The school's name, host and the like. */
  readonly school?: readonly string[]
}

/** A word with nothing but a few digits or marks round it hides nothing. */
function isAround(password: string, word: string): boolean {
  const at = word.length >= 2 ? password.indexOf(word) : -1
  return (
    at >= 0 &&
    password.length - word.length <= 6 &&
    /^[\d!@#$%^&*._-]*$/.test(password.slice(0, at) + password.slice(at + word.length))
  )
}

/** Whether a password is among the first that are tried everywhere, or at this account: its own number, the school's words. */
export function isCommonPassword(password: string, { phone = '', school = [] }: KnownOfAccount = {}): boolean {
  const lower = password.toLowerCase()
  if (commonPasswords.has(lower) || new Set(lower).size === 1) return true
  const digits = lower.replace(/\D/g, '')
  // The number, its end, or all but the first digits of it, with a letter or two beside it.
  if (phone.length >= 7 && digits.length >= 6 && lower.length - digits.length <= 2 && phone.includes(digits))
    return true
  if (phone.length >= 7 && lower.includes(phone)) return true
  return school.some((word) => isAround(lower, word.toLowerCase()))
}
