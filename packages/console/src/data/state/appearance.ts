import { contrast, theme } from './preferences.ts'

/** Keeps on the page what styles go by: the theme, and whether high contrast is wanted, here or in the system. */
export const showAppearance = (): void => {
  const wantsMore = matchMedia('(prefers-contrast: more)')
  const show = (): void => {
    const { dataset } = document.documentElement
    dataset['theme'] = theme.get()
    dataset['contrast'] = contrast.get() === 'more' || wantsMore.matches ? 'more' : 'usual'
  }
  show()
  theme.subscribe(show)
  contrast.subscribe(show)
  wantsMore.addEventListener('change', show)
}
