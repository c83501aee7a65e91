// What people make of a word or a key when a password must have six characters: rules, not somebody's list of leaked ones.

const shortest = 6
const longest = 12

/** Words that stand at the head or the end of most guessed passwords: names, pinyin, English, things at hand. */
const words = `
  a aa aaa ab abc abcd abcde asd asdf asdfg q qq qw qwe qwer qwert zx zxc zxcv az x w z s l h y j m k c d t g f b p n r ok
  admin administrator root user guest test demo temp login master system server manager public web www mail email
  password passwd pass pwd mima wode kouling secret changeme letmein welcome hello hi love lover baby angel happy lucky sunny
  iloveyou loveyou woaini woaiwo aini wo ni wode baobao baobei laopo laogong mama baba gege jiejie didi meimei jiayou
  nihao zaijian xiexie feichang tiantian kuaile xingfu pingan facai gongxi xinnian zhongguo china beijing shanghai guangzhou
  shenzhen hangzhou nanjing chengdu wuhan xian tianjin chongqing suzhou qingdao dalian changsha
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang han feng deng cao
  peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lv ding ren lu yao shen zhong cui tan fan liao shi jin jia xia fu fang zou xiong bai meng qin qiu hou yin xue yan duan lei qian long tao hao gong shao wan mao gu lai wan kang
  wei fang na min jing lei juan yan jun jie ming hua hong ping gang lan mei ling xin hui bin bo kai peng tao yong
  qq weixin wechat taobao alipay zhifubao jd baidu tencent huawei xiaomi oppo vivo apple iphone google facebook windows
  monkey dragon tiger eagle shadow sunshine princess prince king queen flower summer winter spring autumn money game gamer
  football basketball soccer nba kobe jordan michael tom jack john mike david lisa lily lucy anna mary jenny
  student teacher school xuexi xuesheng laoshi xuexiao daxue gaokao kaoshi study learn class course kecheng
  computer internet java python mysql oracle linux
`
  .trim()
  .split(/\s+/)

/** What is put behind a word, or before it. */
const tails = `
  1 12 123 1234 12345 123456 1234567 12345678 123456789 321 4321 54321 654321 0 00 000 0000 01 001 007 11 111 1111 111111 112233 121212
  123123 123321 22 222 33 333 520 521 1314 5201314 520520 66 666 6666 666666 77 777 88 888 8888 888888 99 999 9999 100 110 119 168 188 250 365
  1980 1985 1986 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 2004 2005 2008 2010 2012 2015 2018
  2019 2020 2021 2022 2023 2024 2025 2026 2027 @123 @1234 @123456 @2024 @2025 @2026 #123 !123 123! ! . _123 abc qwe asd aaa qq
`
  .trim()
  .split(/\s+/)

/** Rows and columns of the keyboard, to be run along. */
const runs = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop[]',
  'poiuytrewq',
  'asdfghjkl;',
  'lkjhgfdsa',
  'zxcvbnm,./',
  'mnbvcxz',
  'qazwsxedcrfvtgbyhnujm',
  '1qaz2wsx3edc4rfv5tgb',
  'zaq12wsxcde3',
  '147258369',
  '369258147',
  '159357',
  '741852963',
  '789456123',
  '1q2w3e4r5t6y',
  'q1w2e3r4t5y6',
]

const fits = (text: string): boolean => text.length >= shortest && text.length <= longest

function* pieces(run: string): Generator<string> {
  for (let from = 0; from + shortest <= run.length; from += 1)
    for (let length = shortest; length <= longest && from + length <= run.length; length += 1)
      yield run.slice(from, from + length)
}

/** One to four signs again and again: 121212, abcabcabc, 13141314. */
function* repeats(): Generator<string> {
  const pairs = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
  const parts = [
    ...pairs,
    ...words.filter((word) => word.length <= 4),
    ...tails.filter((tail) => /^\d{3,4}$/.test(tail)),
  ]
  for (const part of parts) for (let times = 2; part.length * times <= longest; times += 1) yield part.repeat(times)
}

/** Passwords of 6 to 12 characters, lower case, that follow from words, tails, the keyboard and repetition; some may come twice. */
export function* composedPasswords(): Generator<string> {
  for (const run of runs) yield* pieces(run)
  for (const text of repeats()) if (fits(text)) yield text
  for (const word of words) {
    if (fits(word)) yield word
    for (const tail of tails) {
      if (fits(word + tail)) yield word + tail
      if (/^\d{3,}$/.test(tail) && fits(tail + word)) yield tail + word
    }
  }
}
