import express, { type Response, type Router } from 'express'
import { type CodeFault, type Grants, idsOf } from './grants.ts'
import { textsOf } from './query-texts.ts'
import { testClients } from './test-clients.ts'

const client = testClients.WECHAT

const codeFaults: Readonly<Record<CodeFault, [number, string]>> = {
  unknown: [40029, 'invalid code'],
  used: [40163, 'code been used'],
  redirect: [40029, 'invalid code'],
}

/** JSON that calls itself plain text, as there. */
function send(response: Response, body: object): void {
  response.type('text').send(JSON.stringify(body))
}

/** WeChat's calls from server to server, with its numbers for what went wrong; always HTTP 200, as there. */
export function wechatApi(grants: Grants): Router {
  const router = express.Router()

  router.get('/sns/oauth2/access_token', (request, response) => {
    const { appid, secret, code = '', grant_type: type } = textsOf(request.query)
    const refuse = (errcode: number, errmsg: string): void => send(response, { errcode, errmsg })
    if (appid !== client.id) return refuse(40013, 'invalid appid')
    if (secret !== client.secret) return refuse(40125, 'invalid appsecret')
    if (type !== 'authorization_code') return refuse(40002, 'invalid grant_type')
    if (code === '') return refuse(41008, 'missing code')
    const spent = grants.spendCode('WECHAT', code, undefined)
    if ('fault' in spent) return refuse(...codeFaults[spent.fault])
    const { openId, unionId } = idsOf('WECHAT', spent.person)
    send(response, {
      access_token: spent.token,
      expires_in: 7200,
      refresh_token: spent.token.split('').reverse().join(''),
      openid: openId,
      scope: 'snsapi_login',
      unionid: unionId,
    })
  })

  router.get('/sns/userinfo', (request, response) => {
    const { access_token: token = '', openid } = textsOf(request.query)
    const person = grants.personOf('WECHAT', token)
    if (!person)
      return send(response, { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' })
    const { openId, unionId } = idsOf('WECHAT', person)
    if (openid !== openId) return send(response, { errcode: 40003, errmsg: 'invalid openid' })
    send(response, {
      openid: openId,
      nickname: person.nickname,
      sex: 0,
      province: '',
      city: '',
      country: '',
      headimgurl: '',
      privilege: [],
      unionid: unionId,
    })
  })

  return router
}
