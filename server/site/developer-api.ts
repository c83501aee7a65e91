import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { answerDeveloper, developerDocument, developerTable, isDeveloperVisit, type Next } from './developer-frame.ts'

/** Where developers read what may be called. */
export const developerApiPage = '/dev/api'
/** The same for programs: OpenAPI 3.1. */
export const openapiPath = '/dev/api/openapi.json'

export interface DeveloperApiOptions {
  readonly config: Pick<Config, 'siteEnv' | 'brand'>
  /** Addresses of the site's own style sheets. */
  readonly styles: () => readonly string[]
}

const accessTexts: Readonly<Record<Endpoint['access'], string>> = { public: '所有人', user: '登录', staff: '工作人员' }

/** A document as the page reads it: nouns with their calls. */
interface Call {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-access': Endpoint['access']
  readonly 'x-right'?: string
  readonly 'x-writes': unknown
}

interface Openapi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>
  readonly 'x-codes': readonly { name: string; code: number; msg: string }[]
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

function listCalls(document: Openapi): string {
  const rows = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(methods)) {
      const [noun = ''] = call.tags
      const who = `${accessTexts[call['x-access']]}${call['x-right'] === undefined ? '' : ` ${code(call['x-right'])}`}`
      const line = `<tr><td>${code(`${method.toUpperCase()} ${path}`)}</td><td>${who}</td><td>${call['x-writes'] === false ? '' : '写入'}</td><td>${code(call.operationId)}</td></tr>`
      rows.set(noun, [...(rows.get(noun) ?? []), line])
    }
  return [...rows]
    .map(([noun, lines]) => `<h2>${escapeHtml(noun)}</h2>${developerTable(['地址', '谁可以', '写入', '名字'], lines)}`)
    .join('')
}

function listCodes(document: Openapi): string {
  const lines = document['x-codes'].map(
    ({ name, code: value, msg }) =>
      `<tr><td>${code(String(value))}</td><td>${code(name)}</td><td>${escapeHtml(msg)}</td></tr>`,
  )
  return `<h2>返回码</h2>${developerTable(['码', '名字', '默认文字'], lines)}`
}

/** Every call of the contract, as a page and as OpenAPI 3.1, for whoever sits at this machine in development or test. */
export function createDeveloperApi({
  config,
  styles,
}: DeveloperApiOptions): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  return function developerApi(req, res, next) {
    const path = (req.url ?? '').split('?')[0]
    if ((path !== developerApiPage && path !== openapiPath) || !isDeveloperVisit(config, req)) return next()
    // The schemas' own text is made when somebody asks for it.
    import('./openapi.ts').then(({ renderOpenapi }) => {
      const text = renderOpenapi()
      if (path === openapiPath) return answerDeveloper(req, res, 'application/json', text)
      const document = JSON.parse(text) as Openapi
      const intro = `<p>只在本机可见，正式环境里没有这一页。<a href="${openapiPath}">OpenAPI 3.1</a> · <a href="/dev/accounts">账号与验证码</a> · <a href="/">回到首页</a></p>`
      const body = `${intro}${listCalls(document)}${listCodes(document)}`
      answerDeveloper(
        req,
        res,
        'text/html',
        developerDocument('接口', body, { brandName: config.brand.name, styles: styles() }),
      )
    }, next)
  }
}
