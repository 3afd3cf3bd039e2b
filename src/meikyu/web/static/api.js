// The forms of /api: send the input as it stands, show the answer or the error object.

async function ask(form) {
  const out = form.querySelector("output pre");
  try {
    const reply = await fetch(`/api/ask/${form.dataset.question}?lang=${document.documentElement.lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: form.querySelector("textarea").value,
    });
    out.textContent = JSON.stringify(await reply.json(), null, 2);
  } catch (fault) {
    out.textContent = String(fault);
  }
  out.hidden = false;
}

for (const form of document.querySelectorAll("form[data-question]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}
