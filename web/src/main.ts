import { mount } from 'svelte';
import './style/base.css';
import App from './App.svelte';
import { prefs } from './state/prefs.svelte';
import { router } from './state/router.svelte';

await prefs.start();
router.start();
mount(App, { target: document.getElementById('app') as HTMLElement });

// not without https, nor while the page is worked on; the game doesn't need it
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}
