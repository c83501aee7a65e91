import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { AddressSection } from '#client/features/my-info/address-section.tsx'
import { AvatarSection } from '#client/features/my-info/avatar-section.tsx'
import { ProfileSection } from '#client/features/my-info/profile-section.tsx'
import { UserFrame } from '#client/features/user-centre/user-frame.tsx'

/** The learner's own picture, profile and addresses. */
export function MyInfo(): ReactNode {
  return (
    <UserFrame current="/user/info" title="我的信息">
      <AvatarSection />
      <ProfileSection />
      <Section>
        <AddressSection />
      </Section>
    </UserFrame>
  )
}
