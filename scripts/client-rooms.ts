import type { Room } from './house-rooms.ts'

const ofBrowser = ['node:', 'express', 'kysely', 'pg', 'zod', 'zod/mini', 'react-router'] as const
const contract = 'shared/contract'
const rules = 'shared/rules'
const words = 'shared/own-value.ts'
const shared = [contract, rules, words] as const
const screenParts = ['client/ui', 'client/browser', ...shared] as const

/** The rooms of what runs in the browser, the lower ones first. */
export const clientRooms: readonly Room[] = [
  { path: 'client/css-modules.d.ts', what: 'types of style sheets', may: [] },
  { path: 'client/browser', what: 'window, storage, libraries of the browser', may: [...shared], never: ofBrowser },
  {
    path: 'client/ui',
    what: 'parts without words of the school',
    may: ['client/browser', rules, words],
    never: ofBrowser,
  },
  {
    path: 'client/features/common',
    what: 'what every feature uses: calls, common data, sections',
    may: screenParts,
    never: ofBrowser,
  },
  {
    path: 'client/features/session',
    what: 'who is signed in',
    may: ['client/features/common', ...screenParts],
    never: ofBrowser,
  },
  { path: 'client/features/form', what: 'forms', may: screenParts, never: ofBrowser },
  {
    path: 'client/features/login',
    what: 'signing in, in a dialog or a page',
    may: ['client/features/common', 'client/features/form', 'client/features/session', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/features/account-steps',
    what: 'steps that prove who one is',
    may: ['client/features/common', 'client/features/form', 'client/features/login', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/features/upload',
    what: 'sending files',
    may: ['client/features/common', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/features/address',
    what: 'the form of an address',
    may: ['client/features/common', 'client/features/form', 'client/features/login', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/features/*',
    what: 'the interface of one noun; never of another one',
    may: [
      'client/features/common',
      'client/features/session',
      'client/features/form',
      'client/features/login',
      'client/features/account-steps',
      'client/features/upload',
      'client/features/address',
      ...screenParts,
    ],
    never: ofBrowser,
  },
  {
    path: 'client/pages',
    what: 'one file an address, and its screen',
    may: ['client/features/*', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/pages/json-ld',
    what: 'for search engines: the server alone writes it',
    may: ['client/pages', 'client/features/*', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/app',
    what: 'frame round the pages: header, footer, dialogs, errors',
    may: ['client/pages', 'client/features/*', ...screenParts],
    never: ofBrowser,
  },
  {
    path: 'client/main.tsx',
    what: 'hydrates',
    may: ['client/app', 'client/pages', 'client/features/*', ...screenParts],
    never: ofBrowser,
  },
]
