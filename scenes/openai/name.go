package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"plotline/scenes/model"
)

// modelName returns the model to ask. If none is configured, one call looks it up and the others wait.
func (c *Client) modelName(ctx context.Context) (string, error) {
	if name := *c.name.Load(); name != "" {
		return name, nil
	}
	select {
	case c.finding <- struct{}{}:
		defer func() { <-c.finding }()
	case <-ctx.Done():
		return "", model.ErrTimeout
	}
	if name := *c.name.Load(); name != "" {
		return name, nil
	}
	name, err := c.firstModel(ctx)
	if err == nil {
		c.name.Store(&name)
	}
	return name, err
}

// reachTime limits Reach.
const reachTime = 5 * time.Second

// Reach checks whether the endpoint answers, by listing its models, which costs nothing. It returns the model that
// Complete will ask. If a model is configured, the endpoint need not list any. The errors are those of Complete.
func (c *Client) Reach(ctx context.Context) (model string, err error) {
	ctx, cancel := context.WithTimeout(ctx, min(reachTime, c.timeout))
	defer cancel()
	name := *c.name.Load()
	if name == "" {
		return c.modelName(ctx)
	}
	if _, err := c.firstModel(ctx); err != nil && !errors.Is(err, ErrNoModel) {
		return "", err
	}
	return name, nil
}

// firstModel returns the first model that the endpoint lists
// (https://platform.openai.com/docs/api-reference/models/list). Most local servers have one.
func (c *Client) firstModel(ctx context.Context) (string, error) {
	body, err := c.send(ctx, http.MethodGet, "models", nil)
	switch {
	case errors.Is(err, model.ErrRefused), errors.Is(err, model.ErrGarbled), errors.Is(err, model.ErrTooLong):
		return "", ErrNoModel
	case err != nil:
		return "", err
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &list) != nil || len(list.Data) == 0 || list.Data[0].ID == "" {
		return "", ErrNoModel
	}
	return list.Data[0].ID, nil
}
