import { listObstacles } from '#server/backend/account/closing/deregister-obstacles.ts'
import { listSecurityEvents } from '#server/backend/account/sign-in/security-log-store.ts'
import { readNickname, readQqNum } from '#server/backend/account/sign-in/typed-fields.ts'
import { findVerification } from '#server/backend/account/sign-in/verify-session.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { listRequiredFields } from '#server/backend/common/common-store.ts'
import { ownsUpload } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { userApi } from '#shared/contract/user.ts'
import { accountTexts } from '#shared/rules/account-rules.ts'
import {
  changeUser,
  findHeadImg,
  findPublicUser,
  getProfile,
  getSecurity,
  getUser,
  profileAnswers,
  saveAnswers,
  type UserChange,
} from './user-store.ts'

/** What both forms may change of the account itself; an emptied field is taken out. */
function accountPart({ realName, gender, qqNum }: { realName?: string; gender?: number; qqNum?: string }): UserChange {
  return {
    ...(realName === undefined ? {} : { realName: realName.trim() || null }),
    ...(gender === undefined ? {} : { gender }),
    ...(qqNum === undefined ? {} : { qqNum: readQqNum(qqNum) ?? null }),
  }
}

export const profileHandlers: Pick<
  Handlers<typeof userApi>,
  'info' | 'infoByUid' | 'infoUpdate' | 'profileGet' | 'profileSave' | 'security'
> = {
  async info(ctx, _input, session) {
    return getUser(ctx.db, session.userId)
  },

  async infoByUid(ctx, { uid }) {
    const user = await findPublicUser(ctx.db, uid)
    if (!user) throw new ApiError(Code.NotFound, '用户不存在')
    return user
  },

  async infoUpdate(ctx, { nickname: typedNickname, headImg, ...typed }, session) {
    const change = accountPart(typed)
    if (typedNickname !== undefined) {
      const nickname = readNickname(typedNickname)
      if (nickname === undefined) throw new ApiError(Code.NameError, accountTexts.nicknameFormat)
      change.nickname = nickname
    }
    // a picture that came from QQ or WeChat stays when the form sends it back
    if (headImg !== undefined && headImg !== (await findHeadImg(ctx.db, session.userId))) {
      if (!(await ownsUpload(ctx.db, session.userId, headImg, 'avatar')))
        throw new ApiError(Code.Toast, '头像上传失败，请重新上传')
      change.headImg = headImg
    }
    await changeUser(ctx.db, session.userId, change, new Date(ctx.clock.now()))
    return true
  },

  async profileGet(ctx, _input, session) {
    return getProfile(ctx.db, session.userId)
  },

  async profileSave(ctx, typed, session) {
    const change = accountPart(typed)
    const required = await listRequiredFields(ctx.db, 'perfect')
    if (required.realName && !change.realName) throw new ApiError(Code.Toast, '请填写真实姓名')
    if (required.qq && !change.qqNum) throw new ApiError(Code.Toast, '请填写 QQ 号')
    const answers = profileAnswers.flatMap((name) =>
      typed[name] === undefined ? [] : [[name, typed[name].trim()] as const],
    )
    const now = new Date(ctx.clock.now())
    await changeUser(ctx.db, session.userId, change, now)
    await saveAnswers(ctx.db, session.userId, Object.fromEntries(answers), now)
    return true
  },

  async security(ctx, _input, session) {
    return {
      ...(await getSecurity(ctx.db, session.userId)),
      deregisterObstacles: await listObstacles(ctx, session.userId),
      verification: await findVerification(ctx.db, session),
      events: await listSecurityEvents(ctx.db, session.userId),
    }
  },
}
