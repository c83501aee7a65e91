import * as z from 'zod/mini'

/** `name=content` pairs, separated by commas: names and contents as search engines give them out. */
const pairs = /^[\w.:-]+=[\w.=+/-]+(,[\w.:-]+=[\w.=+/-]+)*$/
const httpUrl = (byDefault: string) =>
  z._default(z.string().check(z.regex(/^https?:\/\/\S+$/, 'must begin with http:// or https://')), byDefault)

/** Variables by which the site is shown to search engines; all of them may stay unset. */
export const searchEngineVariables = {
  SITE_VERIFICATION: z.optional(
    z
      .string()
      .check(
        z.regex(pairs, 'must be name=content pairs with commas between, such as baidu-site-verification=codeva-x1'),
      ),
  ),
  INDEXNOW_KEY: z.optional(
    z.string().check(z.regex(/^[a-zA-Z\d-]{8,128}$/, 'must have 8 to 128 letters, digits and hyphens')),
  ),
  INDEXNOW_URL: httpUrl('https://api.indexnow.org/indexnow'),
  BAIDU_PUSH_TOKEN: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/, 'must be the token as Baidu gives it out'))),
  BAIDU_PUSH_URL: httpUrl('http://data.zz.baidu.com/urls'),
}

export interface SearchEngineConfig {
  /** `meta` elements of the home page by which search engines know whose site it is. */
  readonly verification: readonly { readonly name: string; readonly content: string }[]
  /** Told of changed pages; undefined: not. */
  readonly indexNow: { readonly key: string; readonly url: string } | undefined
  readonly baidu: { readonly token: string; readonly url: string } | undefined
}

type Raw = { [K in keyof typeof searchEngineVariables]: z.output<(typeof searchEngineVariables)[K]> }

/** Reads the checked variables; `isIndexable` is false on sites that crawlers may not enter: they tell nobody. */
export function readSearchEngineConfig(raw: Raw, isIndexable: boolean): SearchEngineConfig {
  const { INDEXNOW_KEY: key, BAIDU_PUSH_TOKEN: token } = raw
  return {
    verification: (raw.SITE_VERIFICATION?.split(',') ?? []).map((pair) => {
      const [name = '', ...content] = pair.split('=')
      return { name, content: content.join('=') }
    }),
    indexNow: key && isIndexable ? { key, url: raw.INDEXNOW_URL } : undefined,
    baidu: token && isIndexable ? { token, url: raw.BAIDU_PUSH_URL } : undefined,
  }
}
