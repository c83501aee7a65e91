import type { CallOutput } from '#shared/contract/calls.ts'

/** What start-up loads for every page (spec §4): from a copy in the server's memory, then from the page's state. */
export interface CommonData {
  courseTypes: CallOutput<'GET /api/common/course-type-node'>
  classTypes: CallOutput<'GET /api/classSystem/type'>
  colleges: CallOutput<'GET /api/modular/college-path'>
  hotSearches: CallOutput<'GET /api/search/hot-search'>
  links: CallOutput<'GET /api/common/links'>
  config: CallOutput<'GET /api/app/config'>
}

/** Who answers learners, and where that may load. */
export type ChatFacts = Pick<CommonData['config'], 'chatKind' | 'chatPages' | 'chatScript' | 'chatInbox'>

const ownDesk: ChatFacts = { chatKind: 'embedded', chatPages: [], chatScript: null, chatInbox: null }

/** What stands when a start-up call fails: the page still renders. */
export function emptyCommonData(brandName: string, servicePhone: string, chat: ChatFacts = ownDesk): CommonData {
  return {
    courseTypes: [],
    classTypes: [],
    colleges: [],
    hotSearches: [],
    links: [],
    config: {
      brandName,
      servicePhone,
      serviceHours: '周一至周六 13:00-22:00',
      serviceDays: '',
      slogan: '',
      filings: [],
      qrCodes: [],
      ...chat,
      tokenExpiry: 580,
      tokenExpiryUnit: 'day',
      courseCount: 300,
      registrationOpen: true,
      agreementTicked: true,
      oauthProviders: [],
      adminUrl: null,
    },
  }
}
