/** Set once a tab has loaded its document again because the scripts would not come. */
const reloadedKey = "salon:restarted"

/**
 * For an inline script in <head>: when a script that the page starts with cannot be loaded, runs the document's own module script again
 * after 1, 4 and 15 seconds and then whenever the browser is online again, as `importRetried` does for later parts. A browser that
 * remembers a module's failure would never ask again: for it, the third time reloads the document, once in a tab.
 */
export const startRetryScript = import.meta.env.SSR
  ? `(function(d){var n=0;function again(s){var c=d.createElement("script");c.type="module";c.async=true;c.nonce=s.nonce;c.textContent=s.textContent;s.replaceWith(c)}function fail(s){var m=[1e3,4e3,15e3][n++],t;function go(){clearTimeout(t);removeEventListener("online",go);try{if(n===3&&!sessionStorage.getItem("${reloadedKey}")){sessionStorage.setItem("${reloadedKey}","1");return location.reload()}}catch(e){}again(s)}if(m)t=setTimeout(go,m);addEventListener("online",go)}function lost(s){if(!s||d.documentElement.dataset.hydrated!==undefined)return false;fail(s);return true}addEventListener("error",function(e){var s=e.target;if(s&&s.tagName==="SCRIPT"&&s.type==="module")lost(s)},true);addEventListener("unhandledrejection",function(e){if(/module/i.test(e.reason&&e.reason.message)&&lost(d.querySelector("script[type=module]")))e.preventDefault()})})(document)`
  : ""
