import { useQuery } from '@tanstack/react-query'
import { requiredFieldsQuery } from '#client/features/login/login-queries.ts'
import { useApp } from '#client/features/common/app-context.ts'

/** Whether signing up asks for a QQ number here (spec §3, isRequiredQQ). */
export function useNeedsQq(): boolean {
  const { api } = useApp()
  const { data } = useQuery({
    ...requiredFieldsQuery(api, { form: 'register' }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.isRequiredQQ === true
}

/** What is wrong with a QQ number where one is needed. */
export function qqFault(qqNum: string): string | undefined {
  if (qqNum === '') return 'QQ 号必填'
  return /^[1-9][0-9]{4,11}$/.test(qqNum) ? undefined : 'QQ 号格式错误'
}
