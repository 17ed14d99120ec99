import type { Plugin } from 'vite'

/** Methods of the module graph that are used here. */
interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

type ModuleFilter = (id: string, graph: Graph) => boolean

/** Returns a filter for modules that a root module imports statically, directly or not. */
const neededBy = (root: RegExp): ModuleFilter => {
  const known = new Map<string, boolean>()
  const isNeeded: ModuleFilter = (id, graph) => {
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(id, root.test(id))
    const isSo = root.test(id) || (graph.getModuleInfo(id)?.importers ?? []).some((one) => isNeeded(one, graph))
    known.set(id, isSo)
    return isSo
  }
  return isNeeded
}

const languages = ['en', 'pl', 'ru', 'uk']
const boot = /\/src\/boot\.ts$/
/** Modules of nearly every page; without dialogs, whose library is loaded later. */
const common =
  /\/src\/(?:data\/(?:format|live|state)|ui\/(?!audit))\b(?!.*\/(?:dialog|confirm-button|delete-button)\.tsx$)/
/** Entry of the most visited page. */
const home = /\/src\/(?:shell\/shell|overview\/overview-page)\.tsx$/
/** The form to sign in, which is drawn before the program is there. */
const door = /\/src\/door\.tsx$/
/**
 * All icons are exported by one file, so that importers do not reveal their use: these exceptions are the icons of
 * the sign-in form.
 */
const otherSigns =
  /\/lucide-react\/.*\/icons\/(?!(?:circle-exclamation-point|eye|eye-off|info|key-round|languages|loader-circle|triangle-exclamation-point|unplug)\.)/
/** Runtime helpers of the build. */
const helpers = /preload-helper|rolldown:runtime/

/**
 * All that the program needs in any case is two files, the form to sign in with all that it needs, and the rest: over a slow network each
 * further one may have to wait for its turn. What runs before them is no part of them, and what a page alone needs stays with that.
 */
export const groups = (): { name: (id: string, graph: Graph) => string | null; debugName: string }[] => {
  const [isEarly, isBase, isApi] = [
    neededBy(boot),
    neededBy(/\/src\/main\.tsx$/),
    neededBy(/\/src\/data\/api\/api\.ts$/),
  ]
  const [isCommon, isHome, isDoor] = [neededBy(common), neededBy(home), neededBy(door)]
  const name = (id: string, graph: Graph): string | null => {
    if (id.endsWith('.css') || boot.test(id)) return null
    if (helpers.test(id) || isEarly(id, graph)) return 'early'
    if (isDoor(id, graph) && !otherSigns.test(id)) return 'door'
    // Includes all dependencies: chunks that import each other would start half initialized.
    if (isBase(id, graph) || isCommon(id, graph)) return 'base'
    if (isApi(id, graph)) return 'api'
    return isHome(id, graph) ? 'home' : null
  }
  return [{ name, debugName: 'early and base' }]
}

/** Preloads the first chunks with the page instead of after the boot script. */
export const preloadSignIn: Plugin = {
  name: 'preload-door',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((one) => one.type === 'chunk' && ['door', 'rolldown-runtime'].includes(one.name))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
  },
}

/**
 * Maps languages to the files with their first texts: the service adds the link to the page by the browser's languages.
 */
export const textFiles: Plugin = {
  name: 'text-files',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const files = languages.flatMap((language) =>
      chunks
        .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/messages/first/${language}.json`) === true)
        .map(({ fileName }) => [language, `/${fileName}`]),
    )
    this.emitFile({ type: 'asset', fileName: 'texts.json', source: JSON.stringify(Object.fromEntries(files)) })
  },
}
