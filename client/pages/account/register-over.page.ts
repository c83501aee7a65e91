import { definePage } from '#client/pages/define-page.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const registerOver = definePage('register-over', {
  path: '/register/over',
  layout: 'logoOnly',
  isAuthPage: true,
  cache: { ttl: 3600, swr: 86_400, sie: 86_400 * 7, tags: () => [tagOfAll('register-over')] },
  head: () => ({
    title: '暂停注册',
    description: '现在不能注册新账号。已有账号的同学照常登录、上课。',
    canonical: '/register/over',
    noindex: true,
  }),
  component: () => import('#client/pages/account/register-over.tsx').then((m) => m.RegisterOver),
})
