import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { PageHead } from '#client/pages/define-page.ts'
import { documentTitle, headTags } from '#client/pages/head-tags.ts'
import type { PageState } from '#client/pages/page-state.ts'
import { ownValue } from '#shared/own-value.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { scriptJson, sharedScriptJson } from './html-text.ts'
import { jsonLdScript } from './json-ld.ts'
import { importMapText, type Manifest } from './manifest.ts'
import type { Pieces } from './pieces.ts'

export interface DocumentParts {
  head: PageHead
  /** Structured data, for search engines. */
  jsonLd?: readonly object[] | undefined
  env: SiteEnv
  pageId: string
  manifest: Manifest
  /** For streamed pages; complete pages have no executable inline script. */
  nonce?: string
  /** Search engines look for these on the home page. */
  verification?: readonly { readonly name: string; readonly content: string }[] | undefined
}

const fixedHead =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="renderer" content="webkit">' +
  '<meta name="applicable-device" content="pc,mobile"><meta name="format-detection" content="telephone=no">' +
  '<meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg" type="image/svg+xml">'

function tagHtml({ tag, attributes }: ReturnType<typeof headTags>[number]): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<${tag}${list.join('')} data-head="">`
}

/** Everything before the page's own markup. */
export function documentStart({ head, jsonLd = [], env, pageId, manifest, verification = [] }: DocumentParts): string {
  const page = ownValue(manifest.pages, pageId)
  const css = [...manifest.css, ...(page?.css ?? [])].map((href) => `<link rel="stylesheet" href="${href}">`)
  const js = [manifest.entry, ...manifest.entryImports, ...(page?.js ?? [])]
    .filter(Boolean)
    .map((href) => `<link rel="modulepreload" href="${href}">`)
  const map = importMapText(manifest)
  // Before everything that loads a script: older browsers take no map after that.
  const imports = map ? `<script type="importmap">${map}</script>` : ''
  const tags = [...headTags(head, env).map(tagHtml), ...jsonLd.map((object) => jsonLdScript(object, env.origin))]
  const marks = verification
    .map(({ name, content }) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`)
    .join('')
  return `<!DOCTYPE html><html lang="zh-CN"><head>${fixedHead}${marks}<title>${escapeHtml(documentTitle(head, env))}</title>${tags.join('')}${css.join('')}${imports}${js.join('')}</head><body><div id="root">`
}

/** A dehydrated query as JSON; its data are shared between pages. */
function queryJson({ state: { data, ...state }, ...query }: PageState['dehydrated']['queries'][number]): Pieces {
  return [
    `${scriptJson(query).slice(0, -1)},"state":${scriptJson(state).slice(0, -1)},"data":`,
    sharedScriptJson(data),
    '}}',
  ]
}

/** The state as JSON; its large parts are shared between pages. */
function stateJson({ common, dehydrated, ...rest }: PageState): Pieces {
  const { mutations, queries } = dehydrated
  return [
    `${scriptJson(rest).slice(0, -1)},"common":`,
    sharedScriptJson(common),
    `,"dehydrated":{"mutations":${scriptJson(mutations)},"queries":[`,
    ...queries.flatMap((query, index) => (index > 0 ? [',', ...queryJson(query)] : queryJson(query))),
    ']}}',
  ]
}

/** Closes the page's markup and hands over the state; the entry stands behind it, so that it finds the state parsed. */
export function documentState(state: PageState, { manifest, nonce }: DocumentParts): Pieces {
  const mark = nonce ? ` nonce="${nonce}"` : ''
  const late = nonce ? `<script${mark}>self.__L=[]</script>` : ''
  const entry = manifest.entry ? `<script${mark} type="module" async src="${manifest.entry}"></script>` : ''
  return [`</div>${late}<script type="application/json" id="state">`, ...stateJson(state), `</script>${entry}`]
}

export const documentEnd = '</body></html>'
