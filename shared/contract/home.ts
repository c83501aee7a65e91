import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ArticleCard,
  ClassSystemCard,
  Empty,
  Id,
  intBetween,
  LiveCard,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
} from '#shared/contract/fields.ts'

export const ModuleEntry = z.object({ type: z.number(), title: Text, subTitle: Text, sort: z.number() })
export type ModuleEntry = z.output<typeof ModuleEntry>

export const NavigationItem = z.object({ icon: Text, name: Text, url: Text, note: Text })
export type NavigationItem = z.output<typeof NavigationItem>

export const Honor = z.object({ img: Text, title: Text, content: Text })
export type Honor = z.output<typeof Honor>

export const Advantage = z.object({ icon: NullableText, title: Text, content: Text })
export type Advantage = z.output<typeof Advantage>

export const homeApi = {
  /** Of the school, or of one college. */
  openLive: endpoint('GET /api/home/open-live', {
    sameForAll: true,
    input: z.object({ collegeId: z.optional(Id), pageNum: PageNum, pageSize: pageSize(16) }),
    output: pageOf(LiveCard),
  }),
  moduleList: endpoint('GET /api/modular/home-page/module-list', {
    sameForAll: true,
    input: Empty,
    output: z.array(ModuleEntry),
  }),
  navigation: endpoint('GET /api/modular/navigation', {
    sameForAll: true,
    input: z.object({ type: z._default(intBetween(14, 15), 14), collegeId: z.optional(Id) }),
    output: z.array(NavigationItem),
  }),
  classSystem: endpoint('GET /api/modular/home-page/class-system', {
    sameForAll: true,
    input: z.object({ collegeId: z.optional(Id), pageSize: pageSize(5) }),
    output: z.array(ClassSystemCard),
  }),
  classSystemCollege: endpoint('GET /api/modular/home-page/class-system/college', {
    sameForAll: true,
    input: Empty,
    output: z.array(z.object({ id: z.number(), name: Text, path: Text })),
  }),
  /** The school's, or one college's. */
  companyHonor: endpoint('GET /api/modular/company-honor', {
    sameForAll: true,
    input: z.object({ collegeId: z.optional(Id) }),
    output: z.array(Honor),
  }),
  information: endpoint('GET /api/modular/home-page/information', {
    sameForAll: true,
    input: Empty,
    output: z.array(
      z.object({
        category: z.object({ id: z.number(), name: Text, path: NullableText }),
        articles: z.array(ArticleCard),
      }),
    ),
  }),
}
