import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Version } from '#shared/contract/fields.ts'

const Word = z.string().check(z.trim(), z.minLength(1), z.maxLength(30))

/** Words for the same thing, and what the catalogue has for it; as they are compared: folded, words without blanks and signs. */
const SynonymGroup = z.object({
  id: z.number(),
  version: z.number(),
  /** Null for words of every college. */
  collegeId: z.nullable(z.number()),
  words: z.array(Text),
  /** The nearest first. */
  related: z.array(Text),
  enabled: z.boolean(),
})

/** A term that is offered where nothing has been typed yet. */
const HotTerm = z.object({
  id: z.number(),
  version: z.number(),
  name: Text,
  /** Where it leads; null to the search for it. */
  url: NullableText,
  sort: z.number(),
  enabled: z.boolean(),
})

/** A text of learners that nothing in the school holds. */
const SearchMiss = z.object({
  text: Text,
  /** How often it was searched for in the days asked about. */
  searches: z.number(),
  /** The last of these days, 'YYYY-MM-DD'. */
  lastDay: Text,
})

/** A row that exists is named with the version that the caller has seen; without both it is a new one. */
const which = { id: z.optional(Id), version: z.optional(Version) }
const Seen = z.strictObject({ id: Id, version: Version })
const Saved = z.object({ id: z.number(), version: z.number() })

/** What staff do for the search: words that learners say, terms that are offered, texts that found nothing. */
export const staffSearchApi = {
  /** The newest first; with `text` those in which it stands. */
  synonyms: endpoint('GET /api/staff/search/synonym/list', {
    access: 'staff',
    right: 'synonym.list',
    input: z.object({
      text: z.optional(z.string().check(z.maxLength(64))),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(SynonymGroup),
  }),
  /** The next search follows it. */
  saveSynonym: endpoint('POST /api/staff/search/synonym/save', {
    access: 'staff',
    right: 'synonym.save',
    writes: 'one',
    input: z.strictObject({
      ...which,
      collegeId: z._default(z.nullable(Id), null),
      words: z.array(Word).check(z.minLength(1), z.maxLength(60)),
      related: z.array(Word).check(z.minLength(1), z.maxLength(20)),
      enabled: z._default(z.boolean(), true),
    }),
    output: Saved,
  }),
  deleteSynonym: endpoint('POST /api/staff/search/synonym/delete', {
    access: 'staff',
    right: 'synonym.delete',
    writes: 'one',
    input: Seen,
    output: z.null(),
  }),
  /** In the order in which they are offered, with those that are switched off. */
  hotTerms: endpoint('GET /api/staff/search/hot-term/list', {
    access: 'staff',
    right: 'hot-term.list',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(50) }),
    output: pageOf(HotTerm),
  }),
  /** The next page that is made shows it. */
  saveHotTerm: endpoint('POST /api/staff/search/hot-term/save', {
    access: 'staff',
    right: 'hot-term.save',
    writes: 'one',
    input: z.strictObject({
      ...which,
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
      url: z._default(z.nullable(z.string().check(z.maxLength(2048))), null),
      sort: z._default(intBetween(0, 10_000), 0),
      enabled: z._default(z.boolean(), true),
    }),
    output: Saved,
  }),
  deleteHotTerm: endpoint('POST /api/staff/search/hot-term/delete', {
    access: 'staff',
    right: 'hot-term.delete',
    writes: 'one',
    input: Seen,
    output: z.null(),
  }),
  /** The most searched first; who searched isn't known. */
  misses: endpoint('GET /api/staff/search/miss/list', {
    access: 'staff',
    right: 'search-miss.list',
    input: z.object({
      days: z._default(intBetween(1, 180), 30),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(SearchMiss),
  }),
}
