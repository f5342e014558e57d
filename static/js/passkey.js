// Passkeys: a form with data-passkey asks the browser for one before it is sent.
// "login" fetches what to ask for, "authenticate" and "add" find it in the page's data-options.
(() => {
  "use strict";

  const LONGEST_MS = 10000;
  const able = window.isSecureContext && window.PublicKeyCredential !== undefined && !/^[\d.]+$|^\[/.test(location.hostname);

  const say = (form, which) => {
    const line = form.querySelector("[data-passkey-fault]");
    line.textContent = line.dataset[which];
    line.hidden = false;
  };

  async function optionsOf(form) {
    if (form.dataset.passkey !== "login") {
      return JSON.parse(document.getElementById(form.dataset.options).textContent);
    }
    const answer = await fetch(form.action, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(LONGEST_MS) });
    if (!answer.ok) throw new Error("no options");
    return answer.json();
  }

  async function ask(form) {
    const options = await optionsOf(form);
    if (form.dataset.passkey !== "add") return window.webauthnJSON.get(options.request_options);
    const creation = options.creation_options;
    const alone = form.elements.passwordless.checked;
    Object.assign(creation.publicKey.authenticatorSelection, {
      residentKey: alone ? "required" : "discouraged",
      requireResidentKey: alone,
      userVerification: alone ? "required" : "preferred",
    });
    return window.webauthnJSON.create(creation);
  }

  // the server knows only what it was asked for last: a second click, or a second form, would make the first answer wrong
  let asking = false;
  const done = () => (asking = false);
  window.addEventListener("pageshow", done); // back by the browser's button

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (asking) return undefined;
      form.querySelector("[data-passkey-fault]").hidden = true;
      if (!able) return say(form, "none");
      asking = true;
      try {
        form.elements.credential.value = JSON.stringify(await ask(form));
      } catch {
        done();
        return say(form, "failed");
      }
      setTimeout(done, LONGEST_MS); // whoever has stopped the page from loading is still here
      return form.submit();
    });
  }
})();
