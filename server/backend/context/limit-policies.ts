import { forum } from './forum-limit-policies.ts'
import { rows } from './row-limit-policies.ts'
import { study } from './study-limit-policies.ts'
import { support } from './support-limit-policies.ts'

/** How often something may be done, and why so often: the table of limits in the documents is made from this. */
export interface Policy {
  /** How often in `seconds`. */
  readonly points: number
  readonly seconds: number
  /** Whoever went over is refused for so long from then on; else until the window ends. */
  readonly lockSeconds?: number
  /** Refuses when the counter can't be asked; the others count in memory meanwhile. */
  readonly failClosed?: boolean
  /** What is counted. */
  readonly counts: string
  /** By what it is counted: an address is an IPv4 address or an IPv6 /64. */
  readonly by: string
  /** What happens to the next one. */
  readonly beyond: string
  readonly why: string
}

const minute = 60
const hour = 3600
const day = 24 * hour

const silent = 'not kept; nobody is told'

const signIn = {
  passwordBrowser: {
    points: 10,
    seconds: 15 * minute,
    counts: 'wrong passwords at an account from a browser that was signed in to it before',
    by: 'account and browser',
    beyond: 'a wait, or a code by SMS',
    why: 'Tries of strangers don’t count here, so none of them can shut the owner’s own browser out.',
  },
  passwordNetwork: {
    points: 5,
    seconds: hour,
    counts: 'wrong passwords at an account from other browsers',
    by: 'account and address',
    beyond: 'a captcha',
    why: 'Who guesses from one address is slowed down there and nowhere else.',
  },
  passwordAccount: {
    points: 20,
    seconds: hour,
    counts: 'wrong passwords at an account from other browsers without a captcha',
    by: 'account',
    beyond: 'a captcha',
    why: 'Guessing from many addresses; a learner in a new browser still comes in with the right password.',
  },
  passwordSolved: {
    points: 10,
    seconds: hour,
    counts: 'wrong passwords at an account from other browsers with a captcha',
    by: 'account',
    beyond: 'a wait, or a code by SMS',
    why: 'With the row above at most 30 guesses an hour are looked at, whoever solves the captchas.',
  },
  passwordAddress: {
    points: 50,
    seconds: 15 * minute,
    counts: 'wrong passwords at any account from browsers unknown to it',
    by: 'address',
    beyond: 'a captcha',
    why: 'One password tried at many accounts. A hall behind one address goes on with a captcha.',
  },
  phoneCheckMinute: {
    points: 10,
    seconds: minute,
    counts: 'questions whether a number has an account',
    by: 'address',
    beyond: 'a captcha',
    why: 'Lists of numbers can’t be sifted; a hall behind one address goes on with a captcha.',
  },
  phoneCheckDay: {
    points: 30,
    seconds: day,
    counts: 'the same',
    by: 'address',
    beyond: 'a captcha',
    why: 'The same, slowly.',
  },
  codeAddress: {
    points: 60,
    seconds: 10 * minute,
    counts: 'codes typed in a browser that has asked for none',
    by: 'address',
    beyond: 'a wait, for such browsers only',
    why: 'They are refused without being looked at; this bounds the work. Who has asked is bounded by the five tries of the code.',
  },
  linkToken: {
    points: 60,
    seconds: hour,
    counts: 'tokens for links into the site',
    by: 'account',
    beyond: 'a wait',
    why: 'An app asks for one for each page that it opens.',
  },
  linkTokenAddress: {
    points: 100,
    seconds: 10 * minute,
    counts: 'tokens of links that opened nothing',
    by: 'address',
    beyond: 'a wait',
    why: 'Tokens can’t be guessed; this bounds the work of trying.',
  },
  verifyAccount: {
    points: 10,
    seconds: 15 * minute,
    counts: 'wrong passwords typed to change a way in',
    by: 'account, by its own sessions',
    beyond: 'a wait, or a code by SMS',
    why: 'Who sits at an open browser can’t guess the password.',
  },
  oauthAddress: {
    points: 3000,
    seconds: 10 * minute,
    counts: 'goings to QQ or WeChat and returns',
    by: 'address',
    beyond: 'a wait',
    why: 'A hall of 300 needs 600 in ten minutes; the state is bound to the browser, so more gain nothing.',
  },
} as const satisfies Readonly<Record<string, Policy>>

const captchas = {
  captchaGet: {
    points: 30,
    seconds: minute,
    counts: 'captchas given out',
    by: 'browser, or address where there is no cookie',
    beyond: 'a wait',
    why: 'Nobody needs more; it is counted for the browser, so it holds up nobody else.',
  },
  captchaGetAddress: {
    points: 600,
    seconds: minute,
    counts: 'captchas given out',
    by: 'address',
    beyond: 'a wait of at most a minute',
    why: 'A picture costs about 20 ms. A hall of 300 at once, each with a second picture, fits.',
  },
  captchaSound: {
    points: 9,
    seconds: hour,
    counts: 'readings aloud of a captcha',
    by: 'browser, or address where there is no cookie',
    beyond: 'a wait',
    why: 'A program hears letters better than it sees them; three captchas an hour, each three times, are a person’s.',
  },
  captchaSoundAddress: {
    points: 60,
    seconds: hour,
    counts: 'readings aloud of a captcha',
    by: 'address',
    beyond: 'a wait; pictures are given out as before',
    why: 'The same for an address with many browsers; 20 of a hall of 300 may listen.',
  },
  captchaCheck: {
    points: 60,
    seconds: minute,
    counts: 'answers to captchas',
    by: 'browser, or address where there is no cookie',
    beyond: 'a wait',
    why: 'As for the giving out.',
  },
  captchaCheckAddress: {
    points: 1200,
    seconds: minute,
    counts: 'answers to captchas',
    by: 'address',
    beyond: 'a wait of at most a minute',
    why: 'Two for each picture that may be given out.',
  },
  captchaFailed: {
    points: 4,
    seconds: 6 * minute,
    lockSeconds: 6 * minute,
    counts: 'wrong answers to captchas',
    by: 'browser, or address where there is no cookie',
    beyond: 'with the fifth no new captcha for six minutes',
    why: 'A neighbour’s failures lock the neighbour’s browser only.',
  },
} as const satisfies Readonly<Record<string, Policy>>

/** A third of the site's messages in an hour, rounded up. */
export function thirdOf(ceiling: number): number {
  return Math.ceil(ceiling / 3)
}

/** Half of the site's messages in an hour, rounded up: also when staff are told. */
export function halfOf(ceiling: number): number {
  return Math.ceil(ceiling / 2)
}

/** The points of the counters that follow from the site's ceiling of messages in an hour. */
export function smsPoints(ceiling: number): Record<'smsSite' | 'smsNewNumbers' | 'smsAddress' | 'smsNetwork', number> {
  return {
    smsSite: ceiling,
    smsNewNumbers: ceiling - Math.floor(ceiling / 3),
    smsAddress: thirdOf(ceiling),
    smsNetwork: halfOf(ceiling),
  }
}

const defaultCeiling = 1000
const fromCeiling = smsPoints(defaultCeiling)

const messages = {
  smsNumber: {
    points: 1,
    seconds: minute,
    failClosed: true,
    counts: 'messages, and calls apart',
    by: 'number',
    beyond: 'a wait',
    why: 'Nobody’s phone is rung in a row. Taken last of all but the site’s: a refusal before it costs the number nothing.',
  },
  smsAddress: {
    points: fromCeiling.smsAddress,
    seconds: hour,
    failClosed: true,
    counts: 'messages and calls, each after a captcha',
    by: 'address',
    beyond: 'a wait',
    why: 'A third of the site’s ceiling: a hall of 300 signs up, and one address can’t end everybody’s codes.',
  },
  smsNetwork: {
    points: fromCeiling.smsNetwork,
    seconds: hour,
    failClosed: true,
    counts: 'messages and calls',
    by: 'network: the /24 of IPv4, the /48 of IPv6',
    beyond: 'a wait',
    why: 'Half of the site’s ceiling: neither can fifty addresses of one network.',
  },
  smsNewNumbers: {
    points: fromCeiling.smsNewNumbers,
    seconds: hour,
    failClosed: true,
    counts: 'messages and calls to numbers without an account',
    by: 'site',
    beyond: 'a wait, for such numbers only',
    why: 'A third of the site’s ceiling is kept for learners who have accounts.',
  },
  smsSite: {
    points: fromCeiling.smsSite,
    seconds: hour,
    failClosed: true,
    counts: 'messages and calls',
    by: 'site (`SMS_HOURLY_CEILING`)',
    beyond: 'a wait; administrators get a message at half of it',
    why: 'What the school pays in an hour at most. The three above follow from it.',
  },
} as const satisfies Readonly<Record<string, Policy>>

const others = {
  flow: {
    points: 120,
    seconds: minute,
    counts: 'reports of page views',
    by: 'address',
    beyond: silent,
    why: 'They are statistics.',
  },
  noticeLog: {
    points: 60,
    seconds: minute,
    counts: 'notes that a school notice was seen, closed or followed',
    by: 'address',
    beyond: silent,
    why: 'They spare a visitor the same window twice; each is a row.',
  },
  clientError: {
    points: 30,
    seconds: minute,
    counts: 'reports of errors in browsers',
    by: 'address',
    beyond: silent,
    why: 'The log stays readable.',
  },
  uploadUser: {
    points: 60,
    seconds: minute,
    counts: 'uploads begun, and files sent',
    by: 'account',
    beyond: 'a wait',
    why: 'A form has a few files.',
  },
  view: {
    points: 1,
    seconds: hour,
    counts: 'readings of one article or post, or looks at one work',
    by: 'address and page',
    beyond: 'not counted as a view',
    why: 'Reloading makes nothing popular.',
  },
  search: {
    points: 600,
    seconds: minute,
    counts: 'searches, those of the box while somebody types among them',
    by: 'address',
    beyond: 'a wait',
    why: 'A hall of 300 types a word each in a minute. Two searches at once are worked on, whoever asks; this keeps one address from taking all turns.',
  },
  searchLog: {
    points: 60,
    seconds: 10 * minute,
    counts: 'searches for the list of what many search for',
    by: 'address',
    beyond: 'found, but not counted',
    why: 'One address makes nothing popular.',
  },
  exportUser: {
    points: 3,
    seconds: day,
    counts: 'exports of the own data',
    by: 'account',
    beyond: 'a wait',
    why: 'An export reads everything that there is of somebody.',
  },
  calendarGuess: {
    points: 100,
    seconds: 10 * minute,
    counts: 'calendar addresses that open nothing',
    by: 'address',
    beyond: 'a wait; calendars that there are open from there all the same',
    why: 'Addresses have 256 bits and can’t be guessed; who shares a network with somebody that tries keeps their own.',
  },
  imJoin: {
    points: 120,
    seconds: minute,
    counts: 'tickets for the chat of rooms',
    by: 'account',
    beyond: 'a wait',
    why: 'A page takes one for each connection.',
  },
  orderOpened: {
    points: 60,
    seconds: hour,
    counts: 'orders and deposits opened; one that is open already counts for nothing',
    by: 'account',
    beyond: 'a wait',
    why: 'Each is rows for good, takes a seat for a while and opens payments at the providers.',
  },
  orderChanged: {
    points: 60,
    seconds: hour,
    counts: 'changes of an order’s price by choosing a coupon or deposit',
    by: 'account',
    beyond: 'a wait',
    why: 'Each closes what is open at the providers, and stands on the order’s timeline for good.',
  },
  paymentOpened: {
    points: 200,
    seconds: hour,
    counts: 'payments opened at the providers; one that is open already counts for nothing',
    by: 'account',
    beyond: 'a wait',
    why: 'Changing a choice opens each way to pay anew; the providers bound what a shop may ask of them.',
  },
  queueJoin: {
    points: 20,
    seconds: 10 * minute,
    counts: 'places taken in the queues of rooms for questions, and new words for one',
    by: 'account',
    beyond: 'a wait',
    why: 'Each is a row, and everybody in the room is told of it.',
  },
  payForged: {
    points: 60,
    seconds: minute,
    counts: 'notifications of payments with a wrong signature',
    by: 'address',
    beyond: 'not looked at',
    why: 'Checking a signature costs more than refusing.',
  },
} as const satisfies Readonly<Record<string, Policy>>

const megabyte = 1024 * 1024

/** Bytes that one learner may send in any 24 hours, and have here in all; counted in the database by what was announced. */
export const uploadBytes = { day: 2048 * megabyte, total: 10 * 1024 * megabyte } as const

/** How often something may be done by one key, by name. */
export const limitPolicies = {
  ...signIn,
  ...captchas,
  ...messages,
  ...study,
  ...rows,
  ...support,
  ...forum,
  ...others,
} as const satisfies Readonly<Record<string, Policy>>
export type LimitName = keyof typeof limitPolicies
