package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"plotline/scenes/model"
)

// modelName is the model to ask for. When none is configured, one caller finds out and the others wait.
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

// firstModel is the first that the endpoint lists (https://platform.openai.com/docs/api-reference/models/list).
// Local servers mostly have one.
func (c *Client) firstModel(ctx context.Context) (string, error) {
	body, err := c.send(ctx, http.MethodGet, "models", nil)
	switch {
	case errors.Is(err, model.ErrRefused), errors.Is(err, model.ErrGarbled):
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
