import { inviterQuery } from '#client/pages/account/inviter.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'

export const register = definePage('register', {
  path: '/register',
  layout: 'logoOnly',
  access: 'register',
  isAuthPage: true,
  cache: 'never',
  data: ({ api, search }) => {
    const inviter = inviterQuery(api, search)
    return { critical: [], wanted: inviter ? [inviter] : [] }
  },
  settle: ({ common }) => {
    if (!common.config.registrationOpen) throw pageMoved('/register/over', 302)
  },
  head: ({ common }) => ({
    title: '注册',
    description: `注册${common.config.brandName}账号：一个手机号就够了。`,
    canonical: '/register',
    noindex: true,
  }),
  component: () => import('#client/pages/account/register.tsx').then((m) => m.Register),
})
