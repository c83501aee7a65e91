import { pages } from '#client/pages/index.ts'

// For the client's build: the part of each page's declaration that the browser needs to match an address, as JSON.
const table = pages.map(({ id, path, where, layout, access, isAuthPage }) => ({
  id,
  path,
  where: Object.fromEntries(Object.entries(where).map(([name, pattern]) => [name, pattern.source])),
  layout,
  access,
  isAuthPage,
}))
console.log(JSON.stringify(table))
