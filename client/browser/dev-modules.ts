import refresh from 'react-refresh/runtime'

/** The page's modules under `npm run dev`, by their path from the root or their package's name. */
export interface DevModules {
  add(name: string, module: object): void
  /** How a module is loaded that the page loads on use. */
  addLoader(name: string, load: () => Promise<object>): void
  load(name: string): Promise<object>
  /** Undefined: the page hasn't loaded it. */
  get(name: string): object | undefined
  component(type: unknown, id: string): void
  signature(): (type: unknown, key: string, forceReset?: boolean, getHooks?: () => unknown[]) => unknown
  /** Shows what was swapped in, with the state that was there. */
  refresh(): void
  /** Whether nothing but components is exported: only then nobody else holds what has changed. */
  hasOnlyComponents(module: object): boolean
}

declare global {
  var devModules: DevModules
}

const modules = new Map<string, object>()
const loaders = new Map<string, () => Promise<object>>()

// Before React: it tells what it renders to whoever is there when it starts.
refresh.injectIntoGlobalHook(globalThis)
globalThis.devModules = {
  add: (name, module) => void modules.set(name, module),
  addLoader: (name, load) => void loaders.set(name, load),
  async load(name) {
    const load = loaders.get(name)
    if (!load) throw new Error(`${name} is loaded by no module of the page.`)
    return load()
  },
  get: (name) => modules.get(name),
  component: (type, id) => refresh.register(type, id),
  signature: () => refresh.createSignatureFunctionForTransform(),
  refresh: () => refresh.performReactRefresh(),
  hasOnlyComponents: (module) => Object.values(module).every((value) => refresh.isLikelyComponentType(value)),
}
