import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { bases, choices, genders, learnTimes, purposes } from '#client/features/my-info/profile-choices.ts'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ownValue } from '#shared/own-value.ts'
import { accountTexts, isNickname, nicknameMax } from '#shared/rules/account-rules.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery, saveProfile, updateUser } from '#client/features/my-info/my-info-queries.ts'
import { requiredFieldsQuery } from '#client/features/login/login-queries.ts'
import css from './complete-profile.module.css'

const none = '以后再说'

/** The form of what a learner may tell, and where it leads. */
function useProfileForm({ search }: PageProps) {
  const { api, env } = useApp()
  const queries = useQueryClient()
  const user = useRead(userQuery)
  const profile = useRead(profileQuery)
  const { fields } = useRead(requiredFieldsQuery, { form: 'perfect' })
  const next = safeRedirect(new URLSearchParams(search).get('redirect'), env.origin) ?? '/'
  const label = (name: string, text: string): string => (ownValue(fields, name) ? text : `${text}（选填）`)
  const required = (name: string, text: string, value: string): string | undefined =>
    ownValue(fields, name) && value.trim() === '' ? `请填写${text}` : undefined
  const form = useForm({
    initial: {
      nickname: user.nickname,
      purpose: profile.purpose ?? '',
      base: profile.base ?? '',
      learnTime: profile.learnTime ?? '',
      occupation: profile.occupation ?? '',
      realName: profile.realName ?? '',
      gender: String(profile.gender ?? 0),
      qqNum: profile.qqNum ?? '',
      introduction: profile.introduction ?? '',
    },
    rules: {
      nickname: (value) => (isNickname(value) ? undefined : accountTexts.nicknameFormat),
      realName: (value) => required('realName', '真实姓名', value),
      qqNum: (value) =>
        required('qq', ' QQ 号', value) ??
        (value === '' || /^[1-9][0-9]{4,11}$/.test(value.trim()) ? undefined : 'QQ 号格式错误'),
    },
    codeFields: { [Code.NameError]: 'nickname' },
    onSubmit: async ({ nickname, gender, ...answers }) => {
      try {
        if (nickname !== user.nickname) await updateUser(api, { nickname })
        await saveProfile(api, { ...answers, gender: Number(gender) })
      } catch (error) {
        // A text of its own is more than the general one.
        if (!(error instanceof ApiError) || error.code !== Code.Fail) throw error
        return toast('设置失败', 'bad')
      }
      toast('设置成功')
      await queries.invalidateQueries({
        queryKey: profileQuery(api).queryKey,
        refetchType: 'none',
      })
      await queries.fetchQuery({ ...userQuery(api), staleTime: 0 }).catch(() => undefined)
      navigate(next)
    },
  })
  return { profile, next, label, form }
}

/** What a new learner may tell: everything is free to give but what the school's form insists on. */
export function CompleteProfile(props: PageProps): ReactNode {
  const { profile, next, label, form } = useProfileForm(props)
  return (
    <UserFrame
      current="/user/info"
      title="完善资料"
      lead="花一分钟说说你想学什么、学到了哪里，老师好按你的情况安排。不想说的都可以空着。"
    >
      <form ref={form.ref} className={css.form} method="post" onSubmit={form.submit} noValidate>
        <fieldset className={css.group}>
          <legend>关于学习</legend>
          <div className={css.pair}>
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
            <TextField
              {...form.text('occupation')}
              label="职业（选填）"
              maxLength={32}
              autoComplete="organization-title"
              placeholder="学生、设计师……"
            />
          </div>
        </fieldset>
        <fieldset className={css.group}>
          <legend>关于你</legend>
          <div className={css.pair}>
            <TextField
              {...form.text('nickname')}
              label="昵称"
              maxLength={nicknameMax}
              autoComplete="nickname"
              required
            />
            <SelectField {...form.text('gender')} label="性别" options={genders} autoComplete="sex" />
            <TextField
              {...form.text('realName')}
              label={label('realName', '真实姓名')}
              hint="只给老师看，同学看不到"
              maxLength={32}
              autoComplete="name"
            />
            <TextField
              {...form.text('qqNum')}
              label={label('qq', 'QQ 号')}
              hint="老师联系你时用，同学看不到"
              maxLength={12}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <TextArea
            {...form.text('introduction')}
            label="个人简介（选填）"
            maxLength={100}
            hint="显示在你的公开主页上，最多 100 个字"
          />
        </fieldset>
        <div className={css.actions}>
          <Button type="submit" tone="primary" size="l" busy={form.busy}>
            保存
          </Button>
          <ButtonLink tone="text" size="l" href={next}>
            跳过，以后再填
          </ButtonLink>
        </div>
      </form>
    </UserFrame>
  )
}
