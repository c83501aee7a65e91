import { definePage } from '#client/pages/define-page.ts'
import { accountChoiceQuery } from '#client/features/account-steps/account-queries.ts'
import { accountChoicePath } from '#shared/rules/account-choice.ts'

export const accountChoice = definePage('account-choice', {
  path: accountChoicePath,
  layout: 'logoOnly',
  access: 'user',
  isAuthPage: true,
  cache: 'never',
  data: ({ api }) => ({ critical: [accountChoiceQuery(api)] }),
  head: () => ({
    title: '选择账号',
    description: '打开的链接属于另一个账号，选择用哪个账号继续。',
    canonical: accountChoicePath,
    noindex: true,
  }),
  component: () => import('#client/pages/account/account-choice.tsx').then((m) => m.AccountChoice),
})
