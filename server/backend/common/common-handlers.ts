import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { countCourses, findCourseCards, listCourseIds } from '#server/backend/catalogue/course/course-store.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { chatFacts } from '#server/config/support-config.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { commonApi } from '#shared/contract/common.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import {
  findAgreement,
  findSeo,
  listBanners,
  listCountryPhones,
  listLinks,
  listRequiredFields,
  listTypeNodes,
} from './common-store.ts'
import { nearServiceDays, serviceHoursText } from '#server/backend/support/hours/hours.ts'
import { isCompanyAddress } from './company-address.ts'
import { qrCodes } from './qr-codes.ts'

/** 'Over so many courses' stays true: the hundreds (of a small school the tens) below the real number. */
function roundDown(count: number): number {
  const step = count > 100 ? 100 : 10
  return Math.max(0, Math.floor((count - 1) / step) * step)
}

/** Texts of the database name the brand and the number of courses by placeholders, so that they stay true. */
async function fillIn(ctx: CallContext, text: string): Promise<string> {
  const { brand } = ctx.config
  const hours = text.includes('{serviceHours}') ? await serviceHoursText(ctx) : ''
  const named = text
    .replaceAll('{brand}', brand.name)
    .replaceAll('{servicePhone}', brand.servicePhone)
    .replaceAll('{serviceHours}', hours)
  return named.includes('{count}')
    ? named.replaceAll('{count}', String(roundDown(await countCourses(ctx.db, {}))))
    : named
}

export const commonHandlers: Handlers<typeof commonApi> = {
  async courseListPage(ctx, input) {
    const [ids, total] = await Promise.all([
      listCourseIds(ctx.db, input, input.sort, input),
      countCourses(ctx.db, input),
    ])
    return toPage(await findCourseCards(ctx.db, ids), total, input)
  },

  async banner(ctx, input) {
    return listBanners(ctx.db, input.page, input.collegeId, new Date(ctx.clock.now()))
  },

  async courseTypeNode(ctx, input) {
    return listTypeNodes(ctx.db, input.type)
  },

  async courseNodes(ctx) {
    return listTypeNodes(ctx.db, 'course')
  },

  async seo(ctx, input) {
    const seo = await findSeo(ctx.db, input.type, input.id)
    if (!seo) throw new ApiError(Code.NotFound)
    const [title, description, keyWord] = await Promise.all(
      [seo.title, seo.description, seo.keyWord].map((text) => fillIn(ctx, text)),
    )
    return { title: title ?? '', description: description ?? '', keyWord: keyWord ?? '' }
  },

  async links(ctx) {
    return listLinks(ctx.db)
  },

  async countryPhone(ctx) {
    return listCountryPhones(ctx.db)
  },

  async requireFields(ctx, input) {
    const fields = await listRequiredFields(ctx.db, input.form ?? 'register')
    return { isRequiredQQ: fields.qq ?? false, fields }
  },

  async agreement(ctx, input) {
    const agreement = await findAgreement(ctx.db, input.type, new Date(ctx.clock.now()))
    if (!agreement) throw new ApiError(Code.NotFound)
    return {
      ...agreement,
      title: await fillIn(ctx, agreement.title),
      contentHtml: await fillIn(ctx, agreement.contentHtml),
    }
  },

  async appConfig(ctx) {
    const { brand, support } = ctx.config
    return {
      brandName: brand.name,
      servicePhone: brand.servicePhone,
      serviceHours: await serviceHoursText(ctx),
      serviceDays: await nearServiceDays(ctx),
      slogan: brand.slogan,
      filings: [...brand.filings],
      qrCodes: qrCodes(ctx.config),
      ...chatFacts(support),
      tokenExpiry: ctx.config.session.tokenExpiry,
      tokenExpiryUnit: ctx.config.session.tokenExpiryUnit,
      courseCount: await countCourses(ctx.db, {}),
      registrationOpen: ctx.config.accounts.registrationOpen,
      agreementTicked: ctx.config.accounts.agreementTicked,
      oauthProviders: Object.keys(ctx.oauth) as OauthProvider[],
      adminUrl: ctx.config.accounts.adminUrl ?? null,
    }
  },

  async ping(ctx) {
    return { isIpInCompany: await isCompanyAddress(ctx, ctx.address) }
  },
}
