/** '{page} - {brand}', outside production with the environment's label in front: '[test] 课程 - 学园' (spec §9). */
export function pageTitle(title: string, brand: string, envLabel: string): string {
  const whole = title === brand || title.endsWith(`- ${brand}`) ? title : `${title} - ${brand}`
  return envLabel ? `[${envLabel}] ${whole}` : whole
}
