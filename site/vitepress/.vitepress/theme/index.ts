import DefaultTheme from 'vitepress/theme-without-fonts'
import DeviceList from '../../theme/DeviceList.vue'
import TryIt from '../../theme/TryIt.vue'
import '../../theme/style.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('DeviceList', DeviceList)
    app.component('TryIt', TryIt)
  },
}
