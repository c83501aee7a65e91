import * as z from 'zod/mini'
import { OptionalSubjectTwoId } from '#shared/contract/catalogue-fields.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { agreementTypes, courseSorts, LinkKind, OauthProvider, seoTypes } from '#shared/contract/enums.ts'
import {
  Banner,
  CourseCard,
  CourseTypeNode,
  Empty,
  Flag,
  Id,
  intBetween,
  LectureTypeQuery,
  PageNum,
  pageOf,
  pageSize,
  Text,
} from '#shared/contract/fields.ts'

export const Seo = z.object({ title: Text, description: Text, keyWord: Text })
export type Seo = z.output<typeof Seo>

export const Link = z.object({
  name: Text,
  url: Text,
  /** 1 friendly (home page only), 2 about. */
  kind: z.enum(LinkKind),
})
export type Link = z.output<typeof Link>

export const CountryPhone = z.object({ code: Text, region: z.number(), national: Text })
export type CountryPhone = z.output<typeof CountryPhone>

export const AppConfig = z.object({
  brandName: Text,
  servicePhone: Text,
  serviceHours: Text,
  /** Closed and make-up days of the next seven days, in words; '' when there are none. */
  serviceDays: Text,
  slogan: Text,
  filings: z.array(z.object({ text: Text, url: Text })),
  /** Picture addresses of the three QR codes of the footer. */
  qrCodes: z.array(z.object({ kind: z.enum(['mini', 'app', 'h5']), name: Text, img: Text })),
  /** Who answers learners: the school's own window, an inbox elsewhere, or a widget that is only a script. */
  chatKind: z.enum(['embedded', 'inbox', 'script']),
  /** Path patterns on which a widget of others may load, and where the own window may open by itself; a trailing * stands for anything. */
  chatPages: z.array(Text),
  /** Script address of a widget of others; null for the own window. */
  chatScript: z.nullable(Text),
  /** By what the widget of an inbox elsewhere is started. */
  chatInbox: z.nullable(z.object({ url: Text, websiteToken: Text })),
  /** Token expiry setting (spec §9, 580); the unit is given with it. */
  tokenExpiry: z.number(),
  tokenExpiryUnit: Text,
  courseCount: z.number(),
  /** False while the school takes no new learners. */
  registrationOpen: z.boolean(),
  /** The agreement box of sign-up is ticked from the start. */
  agreementTicked: z.boolean(),
  /** OAuth providers that work here. */
  oauthProviders: z.array(z.enum(OauthProvider)),
  /** Address of the management backend, for people with adminRole; null when there is none. */
  adminUrl: z.nullable(Text),
})
export type AppConfig = z.output<typeof AppConfig>

export const Agreement = z.object({
  type: z.enum(agreementTypes),
  version: z.number(),
  title: Text,
  contentHtml: Text,
  effectiveDate: z.number(),
})
export type Agreement = z.output<typeof Agreement>

export const commonApi = {
  courseListPage: endpoint('GET /api/common/course-list-page', {
    sameForAll: true,
    input: z.object({
      subjectOneId: z.optional(Id),
      learnId: z.optional(Id),
      subjectTwoId: OptionalSubjectTwoId,
      lectureType: z.optional(LectureTypeQuery),
      collegeId: z.optional(Id),
      isCharge: z.optional(Flag),
      trial: z.optional(Flag),
      sort: z._default(z.enum(courseSorts), 'default'),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(CourseCard),
  }),
  banner: endpoint('GET /api/modular/banner', {
    sameForAll: true,
    input: z.object({
      type: z.optional(intBetween(1, 16)),
      page: z._default(z.enum(['home', 'college', 'live']), 'home'),
      collegeId: z.optional(Id),
    }),
    output: z.array(Banner),
  }),
  courseTypeNode: endpoint('GET /api/common/course-type-node', {
    sameForAll: true,
    input: z.object({ type: z._default(z.enum(['course', 'classSystem']), 'course') }),
    output: z.array(CourseTypeNode),
  }),
  courseNodes: endpoint('GET /api/category/course-nodes', {
    sameForAll: true,
    input: Empty,
    output: z.array(CourseTypeNode),
  }),
  seo: endpoint('GET /api/common/seo', {
    sameForAll: true,
    input: z.object({ type: z._default(z.enum(seoTypes), 'default'), id: z.optional(Id) }),
    output: Seo,
  }),
  links: endpoint('GET /api/common/links', { sameForAll: true, input: Empty, output: z.array(Link) }),
  countryPhone: endpoint('GET /api/common/country-phone-region', {
    sameForAll: true,
    input: Empty,
    output: z.array(CountryPhone),
  }),
  requireFields: endpoint('GET /api/common/require-fields', {
    input: z.object({ form: z.optional(z.string().check(z.maxLength(32))) }),
    output: z.object({ isRequiredQQ: z.boolean(), fields: z.record(z.string(), z.boolean()) }),
  }),
  agreement: endpoint('GET /api/common/agreement', {
    input: z.object({ type: z.enum(agreementTypes) }),
    output: Agreement,
  }),
  appConfig: endpoint('GET /api/app/config', { input: Empty, output: AppConfig }),
  ping: endpoint('GET /gateway/ping', { input: Empty, output: z.object({ isIpInCompany: z.boolean() }) }),
}
