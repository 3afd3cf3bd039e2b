"""The pages, one module a subject; each has `attach(app)` that registers its routes."""
