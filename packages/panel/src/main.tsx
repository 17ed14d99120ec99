import './panel.css'
import { createRoot } from 'react-dom/client'
import { pages } from './pages/pages.ts'
import { Shell } from './shell/shell.tsx'
import { showTheme, theme } from './state/preferences.ts'
import { TextsProvider } from './texts/texts-provider.tsx'

showTheme(theme.get())
const place = document.getElementById('app')
if (place === null) throw new Error('the page has no place for the panel')
createRoot(place).render(
  <TextsProvider>
    <Shell pages={pages} />
  </TextsProvider>,
)
