import express, { type Response, type Router } from 'express'
import { type CodeFault, type Grants, idsOf } from './grants.ts'
import { textsOf } from './query-texts.ts'
import { testClients } from './test-clients.ts'

const client = testClients.QQ

const codeFaults: Readonly<Record<CodeFault, [number, string]>> = {
  unknown: [100019, 'code to access token error'],
  used: [100020, 'code is reused error'],
  redirect: [100010, 'redirect uri is illegal'],
}

/** In the form that was asked for: JSON, or a script's call, as before there was JSON. */
function send(response: Response, asJson: boolean, body: object): void {
  response
    .set('cache-control', 'no-cache')
    .type(asJson ? 'json' : 'html')
    .send(asJson ? JSON.stringify(body) : `callback( ${JSON.stringify(body)} );`)
}

/** QQ's calls from server to server, with its numbers for what went wrong; always HTTP 200, as there. */
export function qqApi(grants: Grants): Router {
  const router = express.Router()

  router.get('/oauth2.0/token', (request, response) => {
    const {
      grant_type: type,
      client_id: id,
      client_secret: secret,
      code = '',
      redirect_uri: redirectUri = '',
      fmt,
    } = textsOf(request.query)
    const refuse = (error: number, description: string): void =>
      send(response, fmt === 'json', { error, error_description: description })
    if (type !== 'authorization_code') return refuse(100004, 'param grant_type is wrong or lost')
    if (id !== client.id) return refuse(100008, 'client_id is not exist')
    if (secret !== client.secret) return refuse(100009, 'client secret is illegal')
    if (code === '') return refuse(100005, 'param code is wrong or lost')
    const spent = grants.spendCode('QQ', code, redirectUri)
    if ('fault' in spent) return refuse(...codeFaults[spent.fault])
    const granted = {
      access_token: spent.token,
      expires_in: '7776000',
      refresh_token: spent.token.split('').reverse().join(''),
    }
    if (fmt === 'json') return send(response, true, granted)
    response.type('html').send(new URLSearchParams(granted).toString())
  })

  router.get('/oauth2.0/me', (request, response) => {
    const { access_token: token = '', unionid, fmt } = textsOf(request.query)
    const person = grants.personOf('QQ', token)
    if (!person)
      return send(response, fmt === 'json', { error: 100016, error_description: 'access token check failed' })
    const { openId, unionId } = idsOf('QQ', person)
    send(response, fmt === 'json', {
      client_id: client.id,
      openid: openId,
      ...(unionid === '1' ? { unionid: unionId } : {}),
    })
  })

  router.get('/user/get_user_info', (request, response) => {
    const { access_token: token = '', oauth_consumer_key: id, openid } = textsOf(request.query)
    const person = grants.personOf('QQ', token)
    if (!person || id !== client.id) return send(response, true, { ret: 100016, msg: 'access token check failed' })
    if (openid !== idsOf('QQ', person).openId) return send(response, true, { ret: 100030, msg: 'openid is not match' })
    send(response, true, {
      ret: 0,
      msg: '',
      is_lost: 0,
      nickname: person.nickname,
      gender: '男',
      figureurl_qq_1: '',
      figureurl_qq_2: '',
    })
  })

  return router
}
