/** React's runtime for swapping components, which has no types of its own; as far as `npm run dev` uses it. */
declare module 'react-refresh/runtime' {
  interface Refresh {
    injectIntoGlobalHook(global: typeof globalThis): void
    register(type: unknown, id: string): void
    createSignatureFunctionForTransform(): (
      type: unknown,
      key: string,
      forceReset?: boolean,
      getHooks?: () => unknown[],
    ) => unknown
    performReactRefresh(): void
    isLikelyComponentType(value: unknown): boolean
  }
  const refresh: Refresh
  export default refresh
}
