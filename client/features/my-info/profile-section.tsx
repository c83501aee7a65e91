import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { bases, choices, genders, learnTimes, purposes } from '#client/features/my-info/profile-choices.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts, isNickname } from '#shared/rules/account-rules.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery, saveProfile, updateUser } from '#client/features/my-info/my-info-queries.ts'
import css from './my-info.module.css'

const none = '没有填写'

/** What the learner says of themselves. */
export function ProfileSection(): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const user = useRead(userQuery)
  const profile = useRead(profileQuery)
  const id = useId()
  const form = useForm({
    initial: {
      nickname: user.nickname,
      realName: profile.realName ?? '',
      gender: String(profile.gender ?? 0),
      qqNum: profile.qqNum ?? '',
      occupation: profile.occupation ?? '',
      purpose: profile.purpose ?? '',
      base: profile.base ?? '',
      learnTime: profile.learnTime ?? '',
      introduction: profile.introduction ?? '',
    },
    rules: { nickname: (value) => (isNickname(value) ? undefined : accountTexts.nicknameFormat) },
    codeFields: { [Code.NameError]: 'nickname' },
    onSubmit: async ({ nickname, gender, ...answers }) => {
      try {
        await updateUser(api, { nickname })
        await saveProfile(api, { ...answers, gender: Number(gender) })
      } catch (error) {
        // A text of its own is more than the general one.
        if (!(error instanceof ApiError) || error.code !== Code.Fail) throw error
        return toast('修改失败', 'bad')
      }
      toast('修改成功')
      await Promise.all([
        queries.fetchQuery({ ...userQuery(api), staleTime: 0 }),
        queries.fetchQuery({ ...profileQuery(api), staleTime: 0 }),
      ]).catch(() => undefined)
    },
  })
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        个人资料
      </h2>
      <form className={css.form} noValidate onSubmit={form.submit} aria-labelledby={id}>
        <div className={css.pair}>
          <TextField {...form.text('nickname')} label="昵称" maxLength={16} autoComplete="nickname" required />
          <TextField {...form.text('realName')} label="真实姓名" maxLength={32} autoComplete="name" />
          <SelectField {...form.text('gender')} label="性别" options={genders} autoComplete="sex" />
          <TextField {...form.text('qqNum')} label="QQ" maxLength={16} inputMode="numeric" autoComplete="off" />
          <TextField
            {...form.text('occupation')}
            label="职业"
            maxLength={32}
            autoComplete="organization-title"
            placeholder="学生、设计师……"
          />
          <SelectField
            {...form.text('purpose')}
            label="为什么学"
            options={choices(purposes, profile.purpose ?? '', none)}
          />
          <SelectField {...form.text('base')} label="现在的基础" options={choices(bases, profile.base ?? '', none)} />
          <SelectField
            {...form.text('learnTime')}
            label="有多少时间"
            options={choices(learnTimes, profile.learnTime ?? '', none)}
          />
        </div>
        <TextArea
          {...form.text('introduction')}
          label="个人简介"
          maxLength={100}
          hint="显示在你的公开主页上，最多 100 个字"
        />
        <Button type="submit" tone="primary" busy={form.busy}>
          保存
        </Button>
      </form>
    </section>
  )
}
